import type { CompanyContext } from './company/company-context'

/** Never names a company, a person or a number. */
type Labels = Readonly<Record<string, string>>
export type Sample = readonly [value: number, labels?: Labels]
type Samples = number | Iterable<Sample>

/** Declared beside what it measures and listed by its domain. Names end with their unit, `_seconds` or `_bytes`. */
export interface Metric<Source = unknown> {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'info'
  read(source: Source): Samples | Iterable<readonly [...Sample, suffix?: string]>
}

/** Read in every open company, together the sum or the maximum of each label. */
export interface CompanyMetric {
  readonly name: string
  readonly help: string
  readonly together: 'sum' | 'max'
  readCompany(ctx: CompanyContext): Samples
}

export const gauge = <Source>(name: string, help: string, read: (source: Source) => Samples): Metric<Source> => ({
  name,
  help,
  type: 'gauge',
  read,
})

export function counter<Of extends string = ''>(
  name: string,
  help: string,
  label = '',
  of: readonly Of[] = ['' as Of],
) {
  const counts = Object.fromEntries(of.map((value) => [value, 0])) as Record<Of, number>
  return {
    name,
    help,
    type: 'counter' as const,
    add: (value: Of) => void counts[value]++,
    read: () => of.map((value) => [counts[value], label === '' ? {} : { [label]: value }] as const),
  }
}

/** `bounds` in seconds. */
export function histogram(name: string, help: string, bounds: readonly number[]) {
  const counts = new Float64Array(bounds.length + 1)
  let sum = 0
  return {
    name,
    help,
    type: 'histogram' as const,
    observe(seconds: number) {
      let at = 0
      while (at < bounds.length && seconds > (bounds[at] as number)) at++
      counts[at] = (counts[at] as number) + 1
      sum += seconds
    },
    *read(): Iterable<readonly [number, Labels, string]> {
      let below = 0
      for (const [at, count] of counts.entries()) {
        const bound = bounds[at]
        const le = bound === undefined ? '+Inf' : Number.isInteger(bound) ? bound.toFixed(1) : String(bound)
        yield [(below += count), { le }, '_bucket']
      }
      yield [sum, {}, '_sum']
      yield [below, {}, '_count']
    },
  }
}

export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

const suffixes = { counter: '_total', info: '_info', gauge: '', histogram: '' }
const backslashed: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
const escape = (text: string) => text.replace(/[\\"\n]/g, (found) => backslashed[found] ?? found)

/** OpenMetrics without `# EOF` (prometheus.io/docs/specs/om/open_metrics_spec). prom-client 15 omits units and leaves quotes unescaped. */
export function writeMetric({ name, help, type }: Omit<Metric, 'read'>, samples: ReturnType<Metric['read']>) {
  const unit = /_(seconds|bytes)$/.exec(name)?.[1]
  const lines = [
    `# TYPE ${name} ${type}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${escape(help)}`,
  ]
  for (const [value, labels = {}, suffix = suffixes[type]] of typeof samples === 'number'
    ? [[samples] as const]
    : samples) {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`)
    if (Number.isFinite(value)) lines.push(`${name}${suffix}${pairs.length > 0 ? `{${pairs.join()}}` : ''} ${value}`)
  }
  return `${lines.join('\n')}\n`
}
