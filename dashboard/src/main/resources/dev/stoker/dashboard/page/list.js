// The list of runs: filter, sort, choose.

import { h, byId, throttled } from './dom.js';
import { figure, metricText, when } from './format.js';
import { state } from './state.js';

const rowsAtOnce = 60;

const columns = [
  { key: 'name', title: 'Name', of: (run) => run.name.toLowerCase() },
  { key: 'state', title: 'State', of: (run) => run.state },
  { key: 'model', title: 'Model', of: (run) => run.model ?? '' },
  { key: 'data', title: 'Data', of: (run) => run.data ?? '' },
  { key: 'epochs', title: 'Epochs', of: (run) => run.epochs, number: true },
  { key: 'metric', title: 'Best accuracy', of: (run) => run.best_metric, number: true },
  { key: 'test', title: 'Test', of: (run) => run.test_metric, number: true },
  { key: 'ips', title: 'Images/s', of: (run) => run.images_per_second, number: true },
  { key: 'started', title: 'Started', of: (run) => run.started },
];

let shownRows = rowsAtOnce;
let current = -1; // none before a key is pressed
let visible = [];
let redraw = () => {};

export function showList(main, actions) {
  shownRows = rowsAtOnce;
  const body = h('tbody', { id: 'rows' });
  const header = h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'hidden-text' }, 'Chosen')),
    columns.map((column) => h('th', { scope: 'col', class: column.number ? 'number' : '', dataset: { key: column.key } },
      h('button', { class: 'sort', type: 'button', onclick: () => sortBy(column) }, column.title))));
  const table = h('table', { 'aria-label': 'Runs' }, h('thead', {}, header), body);
  const card = h('div', { class: 'card runs-table' }, table);
  const tray = h('div', { class: 'tray', id: 'tray', hidden: true });
  main.replaceChildren(h('h1', { class: 'hidden-text' }, 'Runs'), tools(), h('p', { class: 'quiet', id: 'summary', role: 'status' }), card,
    h('div', { id: 'more', class: 'pad' }), tray);
  redraw = throttled(() => draw(actions), 120);
  draw(actions);
  new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && visible.length > shownRows) {
      shownRows += rowsAtOnce;
      draw(actions);
    }
  }, { rootMargin: '400px' }).observe(byId('more'));
}

export const updateList = () => redraw();

function tools() {
  const search = h('input', { type: 'search', id: 'filter', placeholder: 'Filter by name, model or data…', 'aria-label': 'Filter runs',
    autocomplete: 'off', spellcheck: 'false', oninput: (event) => filter('text', event.target.value) });
  search.value = state.filter.text;
  return h('div', { class: 'tools', role: 'search' }, search, choice('state', 'States'), choice('model', 'Models'), choice('data', 'Datasets'));
}

function choice(key, title) {
  return h('select', { id: `filter-${key}`, 'aria-label': title, onchange: (event) => filter(key, event.target.value) },
    h('option', { value: '' }, `All ${title.toLowerCase()}`));
}

function filter(key, value) {
  state.filter[key] = value;
  shownRows = rowsAtOnce;
  current = -1;
  redraw();
}

function sortBy(column) {
  const { sort } = state;
  const first = Boolean(column.number) || column.key === 'started';
  state.sort = { key: column.key, descending: sort.key === column.key ? !sort.descending : first };
  redraw();
}

function options(key) {
  const select = byId(`filter-${key}`);
  const values = [...new Set([...state.runs.values()].map((run) => run[key]).filter(Boolean))].sort();
  const known = [...select.options].slice(1).map((option) => option.value);
  if (values.join('\n') !== known.join('\n')) {
    select.replaceChildren(select.options[0], ...values.map((value) => h('option', { value }, value)));
  }
  select.value = state.filter[key];
  select.hidden = values.length < 2 && !state.filter[key];
}

function filtered() {
  const words = state.filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const { sort } = state;
  const column = columns.find((each) => each.key === sort.key);
  const runs = [...state.runs.values()].filter((run) =>
    ['state', 'model', 'data'].every((key) => !state.filter[key] || run[key] === state.filter[key])
    && words.every((word) => `${run.id} ${run.model ?? ''} ${run.data ?? ''} ${run.state}`.toLowerCase().includes(word)));
  const side = sort.descending ? -1 : 1;
  return runs.sort((a, b) => {
    const [x, y] = [column.of(a), column.of(b)];
    const missing = (value) => value === undefined || value === null || value === '';
    if (missing(x) || missing(y)) return missing(x) - missing(y); // what is not known comes last either way
    return x < y ? -side : x > y ? side : b.id.localeCompare(a.id);
  });
}

function draw(actions) {
  const body = byId('rows');
  if (!body) return;
  ['state', 'model', 'data'].forEach(options);
  visible = filtered();
  document.querySelectorAll('.runs-table th[data-key]').forEach((cell) => {
    if (cell.dataset.key === state.sort.key) cell.setAttribute('aria-sort', state.sort.descending ? 'descending' : 'ascending');
    else cell.removeAttribute('aria-sort');
  });
  const focused = document.activeElement?.closest?.('#rows tr')?.dataset.id;
  body.replaceChildren(...visible.slice(0, shownRows).map((run, index) => row(run, index, actions)));
  if (focused) body.querySelector(`tr[data-id="${CSS.escape(focused)}"] input`)?.focus();
  summary();
  tray(actions);
}

function summary() {
  const all = state.runs.size;
  const running = [...state.runs.values()].filter((run) => run.state === 'running').length;
  const unread = [...state.runs.values()].filter((run) => run.state === '').length;
  byId('summary').textContent = all === 0 ? '' : [
    visible.length === all ? `${figure(all)} ${all === 1 ? 'run' : 'runs'}` : `${figure(visible.length)} of ${figure(all)} runs`,
    running ? `${running} under way` : '', unread ? `${figure(unread)} being read` : ''].filter(Boolean).join(' · ');
  byId('more').replaceChildren(all === 0 && state.listed ? nothing() : visible.length === 0 && all > 0
    ? h('p', { class: 'empty' }, 'No run matches the filter. ', h('button', { class: 'button', type: 'button', onclick: clear }, 'Clear it')) : '');
  document.querySelector('.runs-table').hidden = visible.length === 0;
}

function nothing() {
  return h('p', { class: 'empty' }, 'There are no runs in this folder yet. ', h('code', {}, 'stoker train'), ' starts one, and it appears here.');
}

export function clear() {
  state.filter = { text: '', state: '', model: '', data: '' };
  byId('filter').value = '';
  redraw();
}

function row(run, index, actions) {
  const chosen = state.chosen.has(run.id);
  const cell = (key, content, number) => h('td', { class: `c-${key}${number ? ' number' : ''}` }, content);
  return h('tr', { dataset: { id: run.id }, class: `${chosen ? 'chosen' : ''} ${index === current ? 'current' : ''}` },
    h('td', {}, h('input', { type: 'checkbox', checked: chosen, 'aria-label': `Choose ${run.name}`, onchange: () => choose(run.id, actions) })),
    cell('name', [h('a', { class: 'name', href: actions.link([run.id]) }, run.name), note(run)]),
    cell('state', h('span', { class: 'state', dataset: { state: run.state } }, run.state || 'reading')),
    cell('model', run.model ?? ''), cell('data', run.data ?? ''),
    cell('epochs', run.epochs === undefined ? '' : run.planned_epochs ? `${run.epochs} / ${run.planned_epochs}` : String(run.epochs), true),
    cell('metric', named(run, metricText(run, run.best_metric)), true), cell('test', named(run, metricText(run, run.test_metric)), true),
    cell('ips', figure(run.images_per_second && Math.round(run.images_per_second)), true),
    h('td', { class: 'c-when', title: run.started }, when(run.started)));
}

/** An accuracy needs no name: it is that of the column. */
function named(run, text) {
  return text && run.metric !== 'accuracy' ? `${text} ${run.metric}` : text;
}

function note(run) {
  if (run.problem) return h('span', { class: 'sub bad' }, run.problem.length > 140 ? `${run.problem.slice(0, 140)}…` : run.problem);
  if (run.bad_lines) return h('span', { class: 'sub' }, `${figure(run.bad_lines)} unreadable lines of metrics`);
  return run.id.includes('/') ? h('span', { class: 'sub' }, run.id.split('/')[0]) : null;
}

function choose(id, actions) {
  if (!state.chosen.delete(id)) state.chosen.add(id);
  actions.chosen();
  draw(actions);
}

function tray(actions) {
  const ids = [...state.chosen].filter((id) => state.runs.has(id));
  const place = byId('tray');
  place.hidden = ids.length === 0;
  place.replaceChildren(h('span', {}, `${ids.length} chosen`), h('span', { class: 'grow' }),
    h('button', { class: 'button', type: 'button', onclick: () => { state.chosen.clear(); actions.chosen(); draw(actions); } }, 'Clear'),
    h('a', { class: 'button strong', href: actions.link(ids) }, ids.length === 1 ? 'Show curves' : 'Compare curves and plans'));
}

/** Shortcuts of the list; returns whether the key was one. */
export function listKey(key, actions) {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key];
  if (step) {
    current = Math.min(Math.max(current + step, 0), Math.max(visible.length - 1, 0));
    if (current >= shownRows) shownRows += rowsAtOnce;
    draw(actions);
    document.querySelector('tr.current')?.scrollIntoView({ block: 'nearest' });
    return true;
  }
  const run = visible[current];
  if (key === 'x' && run) choose(run.id, actions);
  else if (key === 'Enter' && run) location.hash = actions.link([run.id]);
  else return false;
  return true;
}
