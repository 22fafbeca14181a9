// Plans side by side, with what differs marked.

import { h } from './dom.js';
import { colorOf, nameOf } from './state.js';

const settings = { differences: true, text: '' };

export function plans(ids, details, redraw) {
  const all = details.map((each) => each.plan ?? {});
  const keys = [...new Set(all.flatMap((plan) => Object.keys(plan)))];
  if (keys.length === 0) return null;
  const several = ids.length > 1;
  const differs = (key) => several && all.some((plan) => plan[key] !== all[0][key]);
  const changed = keys.filter(differs);
  const shown = (several && settings.differences ? changed : keys).filter((key) => `${key} ${all.map((plan) => plan[key]).join(' ')}`.toLowerCase().includes(settings.text));
  const search = h('input', { type: 'search', 'aria-label': 'Filter keys of the plan', placeholder: 'Filter keys…', oninput: (event) => {
    settings.text = event.target.value.toLowerCase();
    redraw();
    document.querySelector('#plans input[type="search"]').focus();
  } });
  search.value = settings.text;
  const table = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Plans' }, h('table', { class: 'plans' },
    several ? h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Key'), ids.map((id, index) => h('th', { scope: 'col' }, h('span', { class: 'swatch', style: { background: colorOf(index), marginRight: '.4rem' }, 'aria-hidden': 'true' }), nameOf(id))))) : null,
    h('tbody', {}, shown.map((key) => h('tr', { class: differs(key) ? 'differs' : '' }, h('th', { scope: 'row' }, key),
      all.map((plan) => h('td', { class: differs(key) && plan[key] !== all[0][key] ? 'other' : '' }, plan[key] ?? '–')))))));
  const body = [
    h('div', { class: 'tools' }, search,
      several ? h('label', { class: 'field' }, h('input', { type: 'checkbox', checked: settings.differences, onchange: (event) => { settings.differences = event.target.checked; redraw(); } }), 'Only differences') : null,
      several ? h('span', { class: 'quiet' }, `${changed.length} of ${keys.length} keys differ`) : null),
    shown.length === 0 ? h('p', { class: 'quiet' }, several && changed.length === 0 ? 'The plans are equal.' : 'No key matches.') : table];
  return several
    ? h('section', { class: 'card', id: 'plans', 'aria-labelledby': 'title-plans' }, h('h2', { id: 'title-plans' }, 'Plans side by side'), body)
    : h('details', { class: 'card', id: 'plans', open: settings.text !== '' }, h('summary', {}, 'Plan'), body);
}
