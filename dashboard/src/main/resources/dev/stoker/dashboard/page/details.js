// What is said about runs besides their curves.

import { h } from './dom.js';
import { bytes, duration, figure, isNumber, metricText, percent } from './format.js';
import { nameOf, colorOf } from './state.js';

const shares = ['input', 'copy', 'compute', 'communication', 'evaluation', 'checkpoint', 'other'];

const named = (ids, id, text) => (ids.length === 1 ? text : `${nameOf(id)}: ${text}`);

export function notes(ids, details) {
  const sentences = details.flatMap((each, index) => [...(each.problem ? [each.problem] : []), ...(each.notes ?? [])].map((text) => named(ids, ids[index], text)));
  const events = ids.length === 1 ? (details[0].events ?? []).map(eventText).filter(Boolean) : [];
  const all = [...sentences, ...events];
  return all.length === 0 ? [] : [h('section', { class: 'card notes', 'aria-label': 'Notes', style: { marginBottom: '1rem' } }, h('ul', {}, all.map((text) => h('li', {}, text))))];
}

function eventText(event) {
  if (event.kind === 'out_of_memory') return `At step ${figure(event.step)} memory ran out: micro-batches of ${event.micro_batch} from then on.`;
  if (event.kind === 'damaged_checkpoint') return `A checkpoint was damaged: it continued from step ${figure(event.step)}, ${figure(event.steps_lost)} steps earlier.`;
  return null;
}

export function verdict(ids, details) {
  const rows = details.flatMap((each, index) => (each.verdict ?? []).map((text) => named(ids, ids[index], text)));
  return rows.length === 0 ? null : h('section', { class: 'card', 'aria-labelledby': 'title-verdict' }, h('h2', { id: 'title-verdict' }, 'Verdict'),
    h('ul', { class: 'verdict' }, rows.map((text) => h('li', {}, text))));
}

export function breakdown(ids, details) {
  const rows = details.map((each, index) => ({ id: ids[index], index, epoch: (each.epochs ?? []).at(-1) })).filter(({ epoch }) => epoch && shares.some((name) => isNumber(epoch[`${name}_share`])));
  if (rows.length === 0) return null;
  const used = shares.filter((name) => rows.some(({ epoch }) => epoch[`${name}_share`] > 0));
  return h('section', { class: 'card', 'aria-labelledby': 'title-breakdown' }, h('h2', { id: 'title-breakdown' }, 'Time breakdown of the last epoch'),
    h('div', { class: 'shares' }, rows.flatMap(({ id, index, epoch }) => [
      h('span', {}, ids.length > 1 ? h('span', { class: 'swatch', style: { background: colorOf(index), marginRight: '.45rem' }, 'aria-hidden': 'true' }) : null, nameOf(id)),
      bar(epoch)])),
    h('ul', { class: 'legend' }, used.map((name) => h('li', {}, h('span', { class: 'swatch', style: { background: `var(--${name})` } }), name))));
}

function bar(epoch) {
  const parts = shares.map((name) => [name, epoch[`${name}_share`] ?? 0]).filter(([, share]) => share > 0);
  return h('div', { class: 'bar', role: 'img', 'aria-label': parts.map(([name, share]) => `${name} ${percent(share, 0)}`).join(', ') },
    parts.map(([name, share]) => h('span', { style: { width: `${100 * share}%`, background: `var(--${name})` }, title: `${name} ${percent(share, 1)}` }, share >= 0.06 ? percent(share, 0) : '')));
}

export function epochTable(details, run) {
  const epochs = details.epochs ?? [];
  if (epochs.length === 0) return null;
  const validation = (line, name) => line[`validation_${name}`] ?? line[`test_${name}`];
  const field = run?.metric_field ?? 'accuracy';
  const training = ['exact match', 'mae'].find((name) => epochs.some((line) => line[`train_${name.replace(' ', '_')}`] !== undefined)) ?? 'accuracy';
  const columns = [['Epoch', (line) => figure(line.epoch)], ['Step', (line) => figure(line.step)], ['Training loss', (line) => figure(line.train_loss)], [`Training ${training === 'mae' ? 'MAE' : training}`, (line) => metricText(run, line[`train_${training.replace(' ', '_')}`])],
    ['Validation loss', (line) => figure(validation(line, 'loss'))], [`Validation ${run?.metric ?? 'accuracy'}`, (line) => metricText(run, validation(line, field))], ['Images/s', (line) => figure(Math.round(line.images_per_second))],
    ['Elapsed', (line) => duration(line.seconds)], ['Resident memory', (line) => (isNumber(line.resident_bytes) ? bytes(line.resident_bytes) : '')]];
  return h('details', { class: 'card', id: 'epochs' }, h('summary', {}, `Epochs (${epochs.length})`),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Epochs' }, h('table', {}, h('thead', {}, h('tr', {}, columns.map(([title]) => h('th', { scope: 'col', class: 'number' }, title)))),
      h('tbody', {}, epochs.slice(-500).map((line) => h('tr', {}, columns.map(([, text]) => h('td', { class: 'number' }, text(line)))))))));
}

export function environment(details) {
  const rows = Object.entries(details.environment ?? {});
  if (rows.length === 0) return null;
  const text = (value) => (value === null ? '' : typeof value === 'object' ? (Array.isArray(value) ? value.join(', ') : Object.entries(value).map(([key, each]) => `${key}: ${each}`).join(', ')) : String(value));
  return h('details', { class: 'card', id: 'environment' }, h('summary', {}, 'Environment'),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Environment' }, h('table', { class: 'plans' }, h('tbody', {}, rows.map(([key, value]) =>
      h('tr', {}, h('th', { scope: 'row' }, key.replaceAll('_', ' ')), h('td', {}, /_bytes$/.test(key) && isNumber(value) ? bytes(value) : text(value))))))));
}

const fileTitles = { 'report.html': 'Report', 'curves.html': 'Learning curves', 'trace.json': 'Trace (for Perfetto)', 'confusion.csv': 'Confusion matrix' };

export function files(ids, details) {
  if (ids.length !== 1 || !(details[0].files ?? []).length) return null;
  return h('section', { class: 'card', 'aria-labelledby': 'title-files' }, h('h2', { id: 'title-files' }, 'Files'),
    h('div', { class: 'tools', style: { margin: '0' } }, details[0].files.map((name) => h('a', { class: 'button', target: '_blank', rel: 'noopener', href: `file?${new URLSearchParams({ run: ids[0], file: name })}` }, fileTitles[name] ?? name))));
}
