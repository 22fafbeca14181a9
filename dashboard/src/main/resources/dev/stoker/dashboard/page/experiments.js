// Experiments: the table of each, as the experiment wrote it.

import { ask } from './api.js';
import { h } from './dom.js';
import { bytes, figure } from './format.js';

export async function showExperiments(main, actions) {
  main.replaceChildren(h('p', { class: 'quiet pad' }, 'Reading the experiments…'));
  const answer = await ask('api/experiments');
  if (!location.hash.startsWith('#/experiments')) return;
  const all = answer.experiments ?? [];
  main.replaceChildren(h('h1', { class: 'hidden-text' }, 'Experiments'), ...(all.length > 0 ? all.map((each) => card(each, actions)) : [
    h('p', { class: 'empty' }, answer.problem ?? 'There are no experiments in this folder. ', answer.problem ? null : h('code', {}, 'stoker experiment --vary batch=32,64'), answer.problem ? null : ' runs one.')]));
}

function card({ name, problem, experiment }, actions) {
  const body = problem ? [h('p', { class: 'quiet' }, problem)] : content(name, experiment, actions);
  return h('section', { class: 'card', 'aria-label': name }, h('div', { class: 'head' }, h('h2', { style: { margin: '0' } }, name), progress(experiment), h('span', { class: 'grow' }), all(name, experiment, actions)), body);
}

function progress(experiment) {
  const trials = Array.isArray(experiment?.trials) ? experiment.trials : [];
  const waiting = trials.filter((trial) => trial?.state === 'waiting').length;
  return trials.length === 0 ? null : h('span', { class: 'quiet' }, waiting === 0 ? `${trials.length} trials` : `${trials.length - waiting} of ${trials.length} trials are done`);
}

const runsOf = (name, row) => (Array.isArray(row?.runs) ? row.runs.map((run) => `${name}/${run}`) : []);

function all(name, experiment, actions) {
  const ids = (Array.isArray(experiment?.rows) ? experiment.rows : []).flatMap((row) => runsOf(name, row)).slice(0, 30);
  return ids.length < 2 ? null : h('a', { class: 'button', href: actions.link(ids) }, 'Curves of all');
}

function content(name, experiment, actions) {
  const rows = Array.isArray(experiment.rows) ? experiment.rows.filter((row) => row && typeof row === 'object') : [];
  const verdict = Array.isArray(experiment.verdict) ? experiment.verdict.map(String) : [];
  return [
    verdict.length ? h('ul', { class: 'verdict', style: { marginBottom: '.8rem' } }, verdict.map((text) => h('li', {}, text))) : null,
    rows.length ? table(name, experiment, rows, actions) : generic(experiment)];
}

function table(name, experiment, rows, actions) {
  const varied = [...new Set(rows.flatMap((row) => Object.keys(row.values ?? {})))];
  const known = (Array.isArray(experiment.columns) ? experiment.columns : []).filter((column) => column?.key && rows.some((row) => row[column.key] !== undefined));
  const columns = known.length ? known : [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !['values', 'runs', 'note'].includes(key)).map((key) => ({ key, title: key.replaceAll('_', ' ') }));
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': name }, h('table', {},
    h('thead', {}, h('tr', {}, varied.map((key) => h('th', { scope: 'col' }, key)), columns.map((column) => h('th', { scope: 'col', class: 'number' }, String(column.title))), h('th', { scope: 'col' }, 'Runs'))),
    h('tbody', {}, rows.map((row) => h('tr', {}, varied.map((key) => h('th', { scope: 'row' }, value(row.values?.[key]))), columns.map((column) => h('td', { class: 'number' }, value(row[column.key], String(column.title)))),
      h('td', {}, runsOf(name, row).length ? h('a', { href: actions.link(runsOf(name, row)) }, `${row.runs.length} ${row.runs.length === 1 ? 'run' : 'runs'}`) : '', row.note ? h('span', { class: 'sub' }, row.note) : null))))));
}

/** Shares are percent where the title says so, and memory has a unit. */
function value(each, title = '') {
  if (typeof each !== 'number') return each === undefined || each === null ? '' : String(each);
  if (title.endsWith('%')) return (100 * each).toFixed(2);
  return title.includes('memory') && each > 1e6 ? bytes(each) : figure(each);
}

function generic(experiment) {
  const text = (value) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value));
  return h('table', { class: 'plans' }, h('tbody', {}, Object.entries(experiment).map(([key, value]) => h('tr', {}, h('th', { scope: 'row' }, key), h('td', {}, text(value).slice(0, 2000))))));
}
