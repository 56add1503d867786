import { domains, providers } from '../domains'
import { createContext, withSnapshot } from '../kernel/company/company-context'
import { createTurns } from '../kernel/company/batches'
import { isSameSecret } from '../kernel/config/sealed-secret'
import { createBlockList, familyOf, normalizeAddress } from '../kernel/http/edge/ip-address'
import { type CompanyMetric, type Metric, openMetricsType, type Sample, writeMetric } from '../kernel/metrics'
import type { Platform } from '../platform/platform'
import { bearerOf } from '../user/session/authenticate'
import { hostMetrics } from './host-metrics'
import { watchLoopDelay } from './loop-delay'

const declared = [
  ...hostMetrics,
  ...Object.values(providers).flatMap(({ metrics = [] }) => metrics),
  ...domains.flatMap(({ metrics = [] }) => metrics),
]
const isOfCompanies = (metric: Metric<Platform> | CompanyMetric): metric is CompanyMetric => 'readCompany' in metric
const ofCompanies = declared.filter(isOfCompanies)

/** Undefined for whoever may not see it. Call it before the forwarding headers are rewritten. */
export function createMetricsPage(platform: Platform) {
  let writing: Promise<string> | undefined
  return (request: Request, peerOf: (request: Request) => string) => {
    if (!address.test(request.url) || request.method !== 'GET' || !mayRead(platform, request, peerOf)) return undefined
    writing ??= writePage(platform).finally(() => (writing = undefined))
    const headers = { 'content-type': openMetricsType, 'cache-control': 'no-store' }
    return writing.then((page) => new Response(page, { headers }))
  }
}

const address = /^\w+:\/\/[^/]+\/metrics(\?|$)/
const loopback = createBlockList(['127.0.0.0/8', '::1'])
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const ofProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** A proxy on this machine passes on what strangers ask. */
function mayRead({ config }: Platform, request: Request, peerOf: (request: Request) => string) {
  if (isSameSecret(bearerOf(request) ?? '', config.metricsToken ?? '')) return true
  const caller = normalizeAddress(peerOf(request))
  return (
    caller !== undefined &&
    loopback.check(caller, familyOf(caller)) &&
    loopbackHost.test(request.headers.get('host') ?? '') &&
    !ofProxies.some((name) => request.headers.has(name))
  )
}

async function writePage(platform: Platform): Promise<string> {
  watchLoopDelay()
  const totals = await readCompanies(platform)
  const families = declared.map((metric) =>
    isOfCompanies(metric)
      ? writeMetric({ ...metric, type: 'gauge' }, totals.get(metric)?.values() ?? [])
      : writeMetric(metric, metric.read(platform)),
  )
  return `${families.join('')}# EOF\n`
}

const turnMs = 2

/** Opens no company, and lets the event loop turn between them. */
export async function readCompanies({ files }: Platform) {
  const totals = new Map(ofCompanies.map((metric) => [metric, new Map<string, Sample>()]))
  const turn = createTurns(turnMs)
  for (const id of files.openIds()) {
    await turn()
    const company = files.peek(id)
    if (!company) continue
    const ctx = createContext(company)
    withSnapshot(ctx, () => {
      for (const [metric, of] of totals) add(of, metric, metric.readCompany(ctx))
    })
  }
  return totals
}

function add(of: Map<string, Sample>, { together }: CompanyMetric, read: ReturnType<CompanyMetric['readCompany']>) {
  for (const [value, labels] of typeof read === 'number' ? [[read] as const] : read) {
    const key = labels ? JSON.stringify(labels) : ''
    const before = of.get(key)?.[0] ?? 0
    of.set(key, [together === 'sum' ? before + value : Math.max(before, value), labels])
  }
}
