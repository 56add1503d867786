interface MetricSample {
  name: string
  labels: Record<string, string>
  value: number
}

interface Family {
  type: string
  unit?: string
  help?: string
  samples: MetricSample[]
}

export type Families = Map<string, Family>

const suffixes: Record<string, readonly string[]> = {
  counter: ['_total'],
  gauge: [''],
  info: ['_info'],
  histogram: ['_bucket', '_count', '_sum'],
}

/** Reads by the grammar of https://prometheus.io/docs/specs/om/open_metrics_spec/. @throws Error at what it forbids */
export function readOpenMetrics(text: string): Families {
  if (!text.endsWith('\n# EOF\n')) throw new Error('The text does not end with # EOF')
  const families: Families = new Map()
  let current: string | undefined
  for (const line of text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1)) {
    const meta = /^# (TYPE|UNIT|HELP) ([a-zA-Z_:][\w:]*) (.*)$/.exec(line)
    const [, what = '', name = '', text = ''] = meta ?? []
    if (meta) current = readMeta(families, current, { what, name, text })
    else readSample(families, current, line)
  }
  for (const [name, family] of families) check(name, family)
  return families
}

interface Meta {
  what: string
  name: string
  text: string
}

function readMeta(families: Families, current: string | undefined, { what, name, text }: Meta) {
  const line = `${what} ${name}`
  if (name !== current && families.has(name)) throw new Error(`${name} comes twice`)
  const family = families.get(name) ?? { type: '', samples: [] }
  if (family.samples.length > 0) throw new Error(`${line} comes after its samples`)
  const field = { TYPE: 'type', UNIT: 'unit', HELP: 'help' }[what as 'TYPE']
  if (Reflect.get(family, field)) throw new Error(`${line} comes twice`)
  if (what === 'HELP' && /(^|[^\\])(\\\\)*(\\[^\\"n]|")/.test(text)) throw new Error(`${line} is not escaped`)
  families.set(name, Object.assign(family, { [field]: text }))
  return name
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[+-]?Inf|NaN)$/i
const labelPair = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=.)|$)/y

function readSample(families: Families, current: string | undefined, line: string) {
  const [, name = '', pairs = '', value] = sampleLine.exec(line) ?? []
  const family = families.get(current ?? '')
  if (!family || current === undefined || !name.startsWith(current)) throw new Error(`No sample of ${current}: ${line}`)
  if (!suffixes[family.type]?.includes(name.slice(current.length))) throw new Error(`A wrong suffix: ${line}`)
  const labels: Record<string, string> = {}
  for (labelPair.lastIndex = 0; labelPair.lastIndex < pairs.length;) {
    const [, label = '', text = ''] = labelPair.exec(pairs) ?? []
    if (label === '' || label in labels) throw new Error(`Wrong labels: ${line}`)
    labels[label] = text.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter))
  }
  const isKnown = family.samples.some((other) => other.name === name && Bun.deepEquals(other.labels, labels))
  if (isKnown) throw new Error(`A sample comes twice: ${line}`)
  family.samples.push({ name, labels, value: Number(value?.replace('Inf', 'Infinity')) })
}

function check(name: string, { type, unit, help, samples }: Family) {
  if (!(type in suffixes) || !help) throw new Error(`${name} has no known type or no help`)
  if (unit !== undefined && !name.endsWith(`_${unit}`)) throw new Error(`${name} does not end with its unit`)
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) throw new Error(`${name} is below 0`)
  if (type === 'info' && samples.some(({ value }) => value !== 1)) throw new Error(`${name} is not 1`)
  if (type !== 'histogram') return
  const buckets = samples.filter((sample) => sample.name === `${name}_bucket`)
  const bounds = buckets.map(({ labels }) => Number(labels['le']?.replace('+Inf', 'Infinity')))
  const rises = (values: readonly number[]) => values.every((value, at) => at === 0 || value >= (values[at - 1] ?? NaN))
  const counts = buckets.map(({ value }) => value)
  const isWhole =
    bounds.at(-1) === Infinity && counts.at(-1) === samples.find((one) => one.name === `${name}_count`)?.value
  if (!isWhole || !rises(bounds) || !rises(counts)) throw new Error(`${name} is no histogram`)
}
