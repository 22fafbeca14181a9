// Which view is shown, the stream behind it, and the keyboard.

import { follow } from './api.js';
import { isTyping, byId } from './dom.js';
import { isCrowded, isDark, state } from './state.js';
import { listKey, showList, updateList } from './list.js';
import { curvesKey, leaveCurves, showCurves, updateCurves, updateRuns } from './curves.js';
import { showExperiments } from './experiments.js';
import { toggleHelp } from './help.js';

const main = byId('main');
const actions = {
  link: (ids) => `#/compare?${new URLSearchParams(ids.map((id) => ['run', id]))}`,
  chosen: showChosen,
  remove: (id) => {
    state.chosen.delete(id);
    location.hash = actions.link(route().ids.filter((each) => each !== id));
  },
};

function route() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const ids = new URLSearchParams(query).getAll('run');
  return { view: path === 'compare' || path === 'experiments' ? path : 'list', ids: [...new Set(ids)] };
}

function show() {
  const { view, ids } = route();
  leaveCurves();
  if (view === 'compare' && ids.length === 0 && state.chosen.size > 0) {
    location.replace(actions.link([...state.chosen]));
    return;
  }
  document.querySelectorAll('nav a').forEach((link) => {
    if (link.dataset.view === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  });
  if (view === 'compare') {
    state.chosen = new Set(ids);
    [...state.curves.keys()].filter((id) => !ids.includes(id)).forEach((id) => state.curves.delete(id));
    showCurves(main, ids, actions);
  } else if (view === 'experiments') {
    showExperiments(main, actions);
  } else {
    showList(main, actions);
  }
  showChosen();
  scrollTo(0, 0);
  listen();
}

function listen() {
  const { view, ids } = route();
  follow(view === 'compare' ? ids : [], {
    connection(name) {
      byId('live').dataset.state = name;
      byId('live-text').textContent = name === 'live' ? 'live' : 'connection lost';
    },
    runs(change) {
      byId('problem').hidden = !change.problem;
      byId('problem').textContent = change.problem ?? '';
      if (route().view === 'list') updateList();
      else if (route().view === 'compare') updateRuns(change);
    },
    points(change) {
      updateCurves(change);
      if (isCrowded()) {
        state.curves.clear();
        restart();
      }
    },
  });
}

const restart = () => {
  location.reload();
};

function showChosen() {
  const count = [...state.chosen].length;
  byId('chosen').hidden = count === 0;
  byId('chosen').textContent = String(count);
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
}

function switchTheme() {
  setTheme(isDark() ? 'light' : 'dark');
  try {
    localStorage.setItem('theme', document.documentElement.dataset.theme);
  } catch {
    // a browser that keeps nothing
  }
  show();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && isTyping(event.target)) event.target.blur();
  if (isTyping(event.target) || byId('help').open) return;
  if (event.key === 'Enter' && event.target.matches?.('a, button, summary')) return;
  const { view } = route();
  const known = {
    '?': toggleHelp,
    t: switchTheme,
    r: () => { location.hash = '#/'; },
    e: () => { location.hash = '#/experiments'; },
    c: () => { if (state.chosen.size) location.hash = actions.link([...state.chosen]); },
    '/': () => {
      if (view !== 'list') location.hash = '#/';
      setTimeout(() => byId('filter')?.focus(), view === 'list' ? 0 : 50);
    },
  }[event.key];
  if (known) known();
  else if (!(view === 'list' ? listKey(event.key, actions) : view === 'compare' && curvesKey(event.key))) return;
  event.preventDefault();
}

function start() {
  let kept = null;
  try {
    kept = localStorage.getItem('theme');
  } catch {
    // as above
  }
  const prefers = matchMedia('(prefers-color-scheme: dark)');
  setTheme(kept ?? (prefers.matches ? 'dark' : 'light'));
  prefers.addEventListener('change', () => {
    setTheme(prefers.matches ? 'dark' : 'light');
    show();
  });
  if (new URLSearchParams(location.search).has('token')) history.replaceState(null, '', location.pathname + location.hash); // the cookie has it
  byId('theme').addEventListener('click', switchTheme);
  byId('help-button').addEventListener('click', toggleHelp);
  addEventListener('hashchange', () => {
    show();
    main.focus({ preventScroll: true });
  });
  addEventListener('keydown', onKey);
  show();
}

start();
