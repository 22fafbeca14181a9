// Elements are made of text, never of markup, so no name of a run can become a part of the page.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (name === 'style') Object.assign(element.style, value);
    else if (name in element && typeof value !== 'string') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

export const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function isTyping(target) {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]):not([type="range"]), select, textarea');
}

/** Calls at most once in so many milliseconds, the last time always. */
export function throttled(action, pause) {
  let timer = 0;
  let last = 0;
  return () => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = 0;
      last = performance.now();
      action();
    }, Math.max(0, pause - (performance.now() - last)));
  };
}
