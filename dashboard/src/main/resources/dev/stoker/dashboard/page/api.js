// Talks to the server: answers to questions, and a stream of changes.

import { state, addPoints } from './state.js';

export async function ask(path, parameters = {}) {
  const query = new URLSearchParams(parameters);
  try {
    const answer = await fetch(`${path}?${query}`, { headers: { Accept: 'application/json' } });
    if ((answer.headers.get('Content-Type') ?? '').startsWith('application/json')) return await answer.json();
    return { problem: (await answer.text()).trim() || `the server answered ${answer.status}` };
  } catch {
    return { problem: 'the dashboard does not answer: was it stopped?' };
  }
}

let source = null;
let shown = '';

/** Follows the list of runs and the points of those given; listeners are told what has changed. */
export function follow(ids, listeners) {
  const key = JSON.stringify(ids);
  if (source && key === shown && source.readyState !== EventSource.CLOSED) return;
  source?.close();
  shown = key;
  const query = new URLSearchParams(ids.map((id) => ['run', id]));
  const stream = new EventSource(`api/events?${query}`);
  source = stream;
  let fresh = true;
  stream.addEventListener('open', () => {
    fresh = true;
    listeners.connection('live');
  });
  stream.addEventListener('error', () => listeners.connection('lost'));
  stream.addEventListener('runs', (event) => {
    const change = JSON.parse(event.data);
    if (fresh) state.runs.clear(); // what a new stream does not name is gone
    fresh = false;
    change.runs.forEach((run) => state.runs.set(run.id, run));
    change.gone.forEach((id) => state.runs.delete(id));
    state.listed = change.listed;
    listeners.runs(change);
  });
  stream.addEventListener('points', (event) => {
    const change = JSON.parse(event.data);
    addPoints(change);
    listeners.points(change);
  });
}

export const unfollow = () => {
  shown = '';
};
