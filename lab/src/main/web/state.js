// The state of the page: everything that the address holds.

export const MOST_POLICIES = 5;

/**
 * The scenario of the first visit: an outage at a 100th of its size, so that a run takes little time. With the usual
 * timeout, one worker would let some calls time out without any fault.
 */
const FIRST = {
  scenario: 'outage-hang',
  values: {
    rate: '7', workers: '1', queue: '60', timeout: '2s',
    'fault-start': '10s', 'fault-length': '20s', watch: '60s', window: '60s'
  }
};

/** The median of the service time, in place of its mean. */
const MEDIAN = 'service-p50';

/** The scenario of the figures of an article. */
const OF_FIGURES = 'aws-contention';

const RUNS = 100;
const SEED = '1';
const WHOLE_NUMBER = /^-?\d+$/;

/** Returns the state of a scenario with its own contenders. */
export function stateOf(catalogue, name, values = {}) {
  const scenario = catalogue.scenarios.find(each => each.name === name) || catalogue.scenarios[0];
  return {
    scenario: scenario.name,
    values: {...scenario.values, ...values},
    policies: scenario.contenders.slice(0, MOST_POLICIES).map(each => ({...each})),
    runs: RUNS,
    seed: SEED
  };
}

export function firstState(catalogue) {
  return stateOf(catalogue, FIRST.scenario, FIRST.values);
}

/** Returns the lines that the engine reads. */
export function requestOf(state) {
  const lines = ['scenario=' + (state.unknown || state.scenario), 'runs=' + state.runs, 'seed=' + state.seed];
  for (const [name, value] of Object.entries(state.values)) {
    lines.push((name === 'service' && state.isMedian ? MEDIAN : name) + '=' + value);
  }
  for (const policy of state.policies) {
    lines.push('contender=' + contenderText(policy));
  }
  return lines.join('\n');
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim();
}

function contenderText({label, policy, budget}) {
  return oneLine(label) + ': ' + oneLine(policy) + '; budget=' + oneLine(budget);
}

/** Returns the fragment of the address: what differs from the scenario, and the policies. */
export function fragmentOf(state, catalogue) {
  const own = stateOf(catalogue, state.scenario);
  const pairs = new URLSearchParams({scenario: state.unknown || state.scenario});
  for (const [name, value] of Object.entries(state.values)) {
    if (name === 'service' && state.isMedian) {
      pairs.append(MEDIAN, value);
    } else if (value !== own.values[name]) {
      pairs.append(name, value);
    }
  }
  if (state.runs !== own.runs) {
    pairs.append('runs', state.runs);
  }
  if (state.seed !== own.seed) {
    pairs.append('seed', state.seed);
  }
  if (state.figure) {
    pairs.append('figure', state.figure);
  }
  if (JSON.stringify(state.policies) !== JSON.stringify(own.policies)) {
    state.policies.forEach(policy => pairs.append('contender', contenderText(policy)));
  }
  return '#' + pairs;
}

/**
 * Reads the fragment of an address; without a scenario, that of the first visit. What the page does not know stays in
 * the state, so that the engine names it in an error and the address keeps it.
 */
export function readFragment(fragment, catalogue) {
  const pairs = new URLSearchParams(fragment.replace(/^#/, ''));
  const scenario = pairs.get('scenario');
  const state = scenario ? stateOf(catalogue, scenario) : firstState(catalogue);
  if (scenario && state.scenario !== scenario) {
    state.unknown = oneLine(scenario);
  }
  const policies = [];
  for (const [name, text] of pairs) {
    const value = oneLine(text);
    if (name === 'scenario') {
      continue;
    }
    if (name === 'runs') {
      state.runs = Math.min(1000, Math.max(1, Math.round(Number(value)) || RUNS));
    } else if (name === 'seed' && WHOLE_NUMBER.test(value)) {
      state.seed = value;
    } else if (name === 'figure') {
      state.figure = state.scenario === OF_FIGURES ? Number(value) || undefined : undefined;
    } else if (name === 'contender') {
      policies.push(readContender(value));
    } else if (name === MEDIAN && 'distribution' in state.values) {
      state.values.service = value;
      state.isMedian = true;
    } else {
      state.values[oneLine(name)] = value;
    }
  }
  if (policies.length > 0) {
    state.policies = policies.slice(0, MOST_POLICIES);
  }
  return state;
}

function readContender(text) {
  const colon = text.indexOf(':');
  const parts = text.slice(colon + 1).match(/^(.*?)(?:;\s*budget\s*=(.*))?$/s);
  return {
    label: text.slice(0, Math.max(0, colon)).trim(),
    policy: parts[1].trim(),
    budget: (parts[2] || 'standard').trim()
  };
}
