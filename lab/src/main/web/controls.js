// The controls of a scenario: a slider and a field for each number or duration, and the policies.

import {element, newId} from './dom.js';
import {duration, seconds, SliderScale} from './numbers.js';
import {MOST_POLICIES} from './state.js';

// Groups of parameters; those that few experiments change are closed.
const GROUPS = [
  ['Load', ['rate', 'clients', 'calls', 'items', 'processes', 'timeout']],
  ['Server', ['workers', 'service', 'distribution', 'latency', 'queue', 'throughput', 'capacity', 'limit', 'share']],
  ['Fault', ['fault', 'fault-start', 'fault-length', 'fault-size', 'fault-ramp']]
];
const CLOSED = [
  ['Change of the load', ['step-at', 'step-rate', 'step-length', 'step-ramp', 'load', 'over', 'think']],
  ['Service time and queue', ['spread', 'service-p99', 'growth', 'failing', 'order', 'drop-abandoned', 'burst', 'retry-after', 'fixed', 'control', 'slot', 'deviation']],
  ['Replicas', ['replicas', 'slow-replicas', 'slow-factor']],
  ['Layers', ['layers', 'reports', 'deadline-propagation']],
  ['Clients: throttling', ['throttle', 'throttle-window']],
  ['Clients: breaker and refunds', ['breaker', 'breaker-window', 'breaker-calls', 'retry-refund']],
  ['Clients: second kind of calls', ['other-share', 'other-policy']],
  ['Batches', ['batch', 'parallel']],
  ['Time of the simulation', ['length', 'watch', 'window']]
];
const SHORT = {
  rate: 'Calls per second', processes: 'Client processes', timeout: 'Timeout of an attempt',
  workers: 'Workers', service: 'Service time', latency: 'Latency, one way', queue: 'Places in the queue',
  distribution: 'Distribution', spread: 'Spread (log-normal)', 'service-p99': 'p99 (percentiles)', growth: 'Growth with busy workers',
  fault: 'Kind', 'fault-start': 'Start', 'fault-length': 'Duration', 'fault-size': 'Size', 'fault-ramp': 'Ramp',
  'step-at': 'Start', 'step-rate': 'Calls per second', 'step-length': 'Duration', 'step-ramp': 'Ramp',
  'slow-replicas': 'Slow ones', 'slow-factor': 'Factor of the slow ones',
  throttle: 'Throttle, K', 'throttle-window': 'Period', breaker: 'Failed share', 'breaker-window': 'Period',
  'breaker-calls': 'Fewest calls', 'retry-refund': 'Refund after retries',
  'other-share': 'Share of the calls', 'other-policy': 'Policy',
  share: 'Failing share', failing: 'Failing share', clients: 'Clients', watch: 'Watched after the fault', window: 'Measured after the fault'
};
// The ends of sliders for values around 0, and the least value above 0 where there is a gap.
const END_SECONDS = 60;
const END = 4;
const LEAST = {throttle: 1};
const MEDIAN_IS_SET = 'percentiles';

/**
 * Fills a container with the controls of a kind.
 * @param changed called with the name and the text of a parameter
 */
export function parameterControls(container, kind, state, changed) {
  const open = new Set([...container.querySelectorAll('details[open]')].map(each => each.dataset.group));
  const rest = new Map(kind.parameters.map(parameter => [parameter.name, parameter]));
  const hasMedian = rest.has('service') && rest.has('distribution');
  const heard = (name, value) => {
    changed(name, value);
    if (name === 'distribution') {
      container.querySelector('.statistic')?.fit();
    }
  };
  const controls = names => names.filter(name => rest.has(name)).map(name => {
    const parameter = rest.get(name);
    rest.delete(name);
    return name === 'service' && hasMedian ? serviceControl(parameter, state, heard) : control(parameter, state, heard);
  });
  const groups = [];
  for (const [title, names] of GROUPS) {
    const found = controls(names);
    if (found.length > 0) {
      groups.push(element('fieldset', {class: 'group'}, element('legend', {}, title), found));
    }
  }
  for (const [title, names] of CLOSED) {
    const found = controls(names);
    if (found.length > 0) {
      groups.push(closed(title, found, open.has(title)));
    }
  }
  if (rest.size > 0) {
    groups.push(closed('More', controls([...rest.keys()]), open.has('More')));
  }
  container.replaceChildren(...groups);
}

function closed(title, controls, open) {
  return element('details', {class: 'group more', 'data-group': title, open}, element('summary', {}, title), controls);
}

// The service time as mean or median. The engine computes the mean of a median by the distribution, so the number
// that was typed stays; with percentiles the number is the median.
function serviceControl(parameter, state, changed) {
  const field = control(parameter, state, changed);
  const select = element('select', {class: 'statistic', 'aria-label': 'Service time is given as', change: () => {
    state.isMedian = select.value === 'median';
    changed('service', state.values.service);
  }}, element('option', {value: 'mean'}, 'mean'), element('option', {value: 'median'}, 'median (p50)'));
  select.fit = () => {
    const isSet = state.values.distribution === MEDIAN_IS_SET;
    select.disabled = isSet;
    select.value = isSet || state.isMedian ? 'median' : 'mean';
  };
  select.fit();
  field.querySelector('.line').insertBefore(select, field.querySelector('.line input'));
  field.append(element('p', {class: 'hint mean'}));
  return field;
}

function control(parameter, state, changed) {
  const id = newId('parameter');
  const name = parameter.name;
  const title = parameter.meaning + ': ' + parameter.range;
  const label = element('label', {for: id, title}, SHORT[name] || capital(name));
  if (parameter.type === 'choice' || parameter.type === 'flag') {
    const options = parameter.type === 'flag' ? ['false', 'true'] : parameter.choices;
    const select = element('select', {id, title, change: () => changed(name, select.value)},
      options.map(option => element('option', {value: option}, option)));
    select.value = state.values[name];
    return element('div', {class: 'field', 'data-parameter': name}, element('div', {class: 'line'}, label, select));
  }
  if (parameter.type === 'text') {
    const field = element('input', {id, title, type: 'text', spellcheck: 'false',
      input: () => changed(name, field.value.trim())});
    field.value = state.values[name];
    return element('div', {class: 'field', 'data-parameter': name}, label, field);
  }
  return numberControl(parameter, state, changed, id, title, label);
}

function numberControl(parameter, state, changed, id, title, label) {
  const name = parameter.name;
  const isTime = parameter.type === 'duration';
  const read = text => isTime ? seconds(text) : Number(text.replaceAll('_', ''));
  const scale = new SliderScale(read(state.values[name]) || read(parameter.default), rangeOf(parameter, read),
    isTime ? END_SECONDS : END);
  const field = element('input', {id, title, type: 'text', spellcheck: 'false',
    inputmode: isTime ? undefined : 'decimal',
    input: () => {
      slider.value = scale.position(read(field.value));
      describe();
      changed(name, field.value.trim());
    }});
  const slider = element('input', {type: 'range', min: 0, max: 100, step: 0.1,
    'aria-label': (SHORT[name] || capital(name)) + ', slider',
    input: () => {
      const value = scale.value(Number(slider.value));
      field.value = written(parameter, value > 0 ? Math.max(value, LEAST[name] || 0) : 0);
      describe();
      changed(name, field.value);
    }});
  const describe = () => slider.setAttribute('aria-valuetext', field.value);
  field.value = state.values[name];
  slider.value = scale.position(read(field.value));
  describe();
  return element('div', {class: 'field', 'data-parameter': name}, element('div', {class: 'line'}, label, field), slider);
}

function rangeOf(parameter, read) {
  const bounds = parameter.range.match(/from (\S+) to (\S+)/);
  return bounds ? [read(bounds[1]), read(bounds[2])] : [0, Infinity];
}

function written(parameter, value) {
  if (parameter.type === 'duration') {
    return duration(value);
  }
  const rounded = Number(value.toPrecision(2));
  return String(parameter.type === 'count' ? Math.round(rounded) : rounded);
}

function capital(name) {
  return name[0].toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

const BUDGETS = ['standard', 'unlimited', 'none', 'bucket(500, 5)', 'ratio(20%, 10/s)', 'grpc(10, 0.1)',
  'inFlight(20%, min=3)'];
const ATTEMPTS = /\bmaxAttempts=(\d+|unlimited)/;
const HEDGE = /\s*\b(?:idempotency=idempotent\s+)?hedge=(\w+(?:\([^()]*\))?)/;
const HEDGES = [['none', ''], ['after 50 ms', 'after(50ms)'], ['after 200 ms', 'after(200ms)'], ['after the p95', 'percentile(95)']];
const BACKOFF = /\bbackoff=((?:[a-zA-Z]+)(?:\((?:[^()]|\([^()]*\))*\))?)/;
const SIMPLE = /^exponential\(([\d.]+[a-z]+), x([\d.]+), cap=([\d.]+[a-z]+)(?:, jitter=(\w+))?\)$/;
const BACKOFFS = [
  ['exponential, full jitter', 'exponential(100ms, x2, cap=20s, jitter=full)'],
  ['exponential, equal jitter', 'exponential(100ms, x2, cap=20s, jitter=equal)'],
  ['exponential, no jitter', 'exponential(100ms, x2, cap=20s)'],
  ['fixed', 'fixed(100ms)'],
  ['none', 'none'],
  ['decorrelated', 'decorrelated(100ms, cap=20s)'],
  ['elapsed', 'elapsed'],
  ['contention', 'contention']
];

/** Fills a container with the editors of the policies. */
export function policyControls(container, state, changed) {
  const open = [...container.children].map(each => each.open);
  container.replaceChildren(...state.policies.map((policy, index) =>
    editor(state, policy, index, open[index], changed, () => policyControls(container, state, changed))));
}

function editor(state, policy, index, open, changed, redraw) {
  const title = element('span', {}, policy.label);
  const labelField = textField('Label', policy.label, value => {
    policy.label = value;
    title.textContent = value;
    changed();
  });
  const text = element('textarea', {id: newId('policy'), spellcheck: 'false', rows: 4, 'data-policy': index,
    input: () => {
      policy.policy = text.value;
      showParts();
      changed();
    }});
  text.value = policy.policy;
  const [attempts, attemptsField] = partField('Attempts', 'number', value => replace(ATTEMPTS, 'maxAttempts=' + value));
  attempts.min = 1;
  const backoff = element('select', {id: newId('backoff'), change: () => backoff.value && replace(BACKOFF, 'backoff=' + backoff.value)});
  const hedge = element('select', {id: newId('hedge'), change: () => {
    const rest = text.value.replace(HEDGE, '').trim();
    text.value = hedge.value ? rest + ' ' + (/\bidempotency=/.test(rest) ? '' : 'idempotency=idempotent ') + 'hedge=' + hedge.value : rest;
    policy.policy = text.value;
    showParts();
    changed();
  }});
  const budget = textField('Budget', policy.budget, value => {
    policy.budget = value;
    changed();
  }, 'budgets');
  const replace = (pattern, part) => {
    text.value = pattern.test(text.value) ? text.value.replace(pattern, part) : (text.value + ' ' + part).trim();
    policy.policy = text.value;
    showParts();
    changed();
  };
  const showParts = () => {
    attempts.value = (text.value.match(ATTEMPTS) || ['', ''])[1];
    attempts.placeholder = /maxAttempts=unlimited/.test(text.value) ? 'unlimited' : '';
    const current = (text.value.match(BACKOFF) || ['', ''])[1];
    const known = BACKOFFS.some(each => each[1] === current);
    backoff.replaceChildren(...(known ? [] : [element('option', {value: ''}, named(current))]),
      ...BACKOFFS.map(([name, value]) => element('option', {value}, name)));
    backoff.value = known ? current : '';
    const hedged = (text.value.match(HEDGE) || ['', ''])[1];
    hedge.replaceChildren(...HEDGES.concat(HEDGES.some(each => each[1] === hedged) ? [] : [[hedged, hedged]])
      .map(([name, value]) => element('option', {value}, name)));
    hedge.value = hedged;
  };
  showParts();
  const remove = element('button', {type: 'button', click: () => {
    state.policies.splice(index, 1);
    redraw();
    changed();
  }}, 'Remove');
  remove.disabled = state.policies.length === 1;
  return element('details', {class: 'policy h' + index % MOST_POLICIES, open},
    element('summary', {}, element('span', {class: 'dot'}), title),
    element('div', {class: 'body'},
      labelField,
      element('div', {class: 'pair narrow'}, attemptsField,
        element('div', {class: 'field'}, element('label', {for: backoff.id}, 'Backoff'), backoff)),
      element('div', {class: 'pair even'}, budget,
        element('div', {class: 'field'}, element('label', {for: hedge.id}, 'Hedge'), hedge)),
      element('div', {class: 'field'}, element('label', {for: text.id}, 'Policy as text'), text),
      remove));
}

function named(backoff) {
  const simple = backoff.match(SIMPLE);
  return simple
    ? 'exponential ' + simple[1] + ' to ' + simple[3] + ', ' + (simple[4] || 'no') + ' jitter'
    : backoff || 'the default';
}

function partField(label, type, changed) {
  const id = newId('part');
  const input = element('input', {id, type, input: () => input.value && changed(input.value)});
  return [input, element('div', {class: 'field'}, element('label', {for: id}, label), input)];
}

function textField(label, value, changed, list) {
  const id = newId('text');
  const input = element('input', {id, type: 'text', spellcheck: 'false', list, input: () => changed(input.value)});
  input.value = value;
  return element('div', {class: 'field'}, element('label', {for: id}, label), input);
}

/** Returns the list of budgets that fields suggest. */
export function budgetList() {
  return element('datalist', {id: 'budgets'}, BUDGETS.map(value => element('option', {value})));
}
