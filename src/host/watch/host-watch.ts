import type { BackupConfig } from '../../kernel/config/backup-config'
import type { CompanyId } from '../../kernel/ids'
import { takeSpent } from '../../kernel/company/spent-time'
import type { CompanyMetric } from '../../kernel/metrics'
import { minuteMs } from '../../kernel/time/durations.contract'
import { publishToHost } from '../../platform/company/company.live'
import { listCompanyTimes, keepHostPoint, listHostPoints } from '../../platform/host-history/host-history'
import { type HostPoint, joinPoints, pointMs } from '../../platform/host-history/host-point.contract'
import type { Platform } from '../../platform/platform'
import { getCompany, listHostedCompanies } from '../../platform/company/company.queries'
import { version } from '../../version'
import { examineHost } from '../doctor/examine-host'
import type { DoctorReport } from '../doctor/finding.contract'
import { readCompanies } from '../metrics-page'
import { backupState, isBackupRunning, missesMax } from '../backup/backup-state'
import { makeBackup } from '../backup/make-backup'
import { refuse, required } from '../../kernel/errors'
import type { HostBackup, HostedCompany, HostedNodes, HostView } from './host-watch.calls'
import { createPointTaker, finite } from './take-point'

export type HostWatch = ReturnType<typeof createHostWatch>

/** What the screen Servidor shows. `start` takes a point each minute. */
export function createHostWatch(platform: Platform) {
  const { clock, log } = platform
  const startedAt = clock.now()
  const taker = createPointTaker(platform)
  const ending = new AbortController()
  let latest: HostPoint | undefined
  let report: DoctorReport | null = null
  let examining: Promise<DoctorReport> | undefined
  let backingUp: Promise<void> | undefined
  let timer: Timer | undefined
  let unfollow: (() => void) | undefined

  function takePoint() {
    try {
      latest = taker.take()
      keepHostPoint(platform, latest, takeSpent())
      const [point] = join(listHostPoints(platform)).slice(-1)
      if (point)
        publishToHost(platform, {
          event: 'host',
          data: { action: 'point', latest, point, backup: presentBackup(platform) },
        })
    } catch (error) {
      log.error('The figures of the last minute could not be kept', { error })
    }
  }

  function publishReport() {
    const data = { action: 'doctor', examining: examining !== undefined, report } as const
    publishToHost(platform, { event: 'host', data })
  }

  function publishNodes() {
    publishToHost(platform, { event: 'host', data: { action: 'nodes', cluster: presentNodes(platform) } })
  }

  async function makeOwnBackup(backup: BackupConfig) {
    try {
      await makeBackup(platform, backup, { progress() {}, signal: ending.signal })
    } catch (error) {
      if (!ending.signal.aborted) log.error('A backup failed', { error })
    }
    publishBackup(platform)
  }

  async function examine() {
    try {
      report = await examineHost(platform.config, platform, { progress() {}, signal: ending.signal })
      return report
    } finally {
      examining = undefined
      publishReport()
    }
  }

  return {
    takePoint,
    start() {
      taker.start()
      unfollow = platform.cluster?.onChange(publishNodes)
      timer = setInterval(takePoint, minuteMs).unref()
    },
    /** One at a time: whoever asks meanwhile gets the same answer. */
    examine(): Promise<DoctorReport> {
      if (examining) return examining
      examining = examine()
      publishReport()
      return examining
    },
    /** Does not wait for its end. @throws Refusal ERR_NO_BACKUP without BACKUP_TO */
    backUp(): HostBackup {
      const { backup } = platform.config
      if (!backup) refuse('ERR_NO_BACKUP')
      if (!isBackupRunning(platform)) {
        backingUp = makeOwnBackup(backup)
        publishBackup(platform)
      }
      return required(presentBackup(platform), 'ERR_NO_BACKUP')
    },
    /** @throws Refusal ERR_NO_COMPANY_FOUND, ERR_NO_NODE, ERR_COMPANY_MOVING */
    async moveCompany(id: number, node: string): Promise<HostedNodes> {
      const { company } = getCompany(platform, id)
      await required(platform.cluster, 'ERR_NO_NODE').move(company.id, node)
      return required(presentNodes(platform), 'ERR_NO_COMPANY_FOUND')
    },
    async view(): Promise<HostView> {
      const totals = await readCompanies(platform)
      return {
        version,
        startedAt: startedAt.toISOString(),
        points: join(listHostPoints(platform)),
        latest: latest ?? { ...taker.take(), requests: 0, inbound: 0 },
        companiesOpen: platform.files.openIds().length,
        diskSizeBytes: finite(platform.freeSpace.read().totalBytes),
        outboxOldestSeconds: largest(totals, 'recado_outbox_oldest_seconds'),
        jobsOldestSeconds: largest(totals, 'recado_jobs_oldest_due_seconds'),
        walLargestBytes: largest(totals, 'recado_wal_largest_bytes'),
        cluster: presentNodes(platform),
        companies: shared(listHostedCompanies(platform), listCompanyTimes(platform)),
        backup: presentBackup(platform),
        report,
        examining: examining !== undefined,
      }
    },
    /** Ends a backup and an examination, and waits for them. */
    async stop() {
      clearInterval(timer)
      unfollow?.()
      taker.stop()
      ending.abort()
      await Promise.allSettled([backingUp, examining])
    },
  }
}

function publishBackup(platform: Platform) {
  publishToHost(platform, { event: 'host', data: { action: 'backup', backup: presentBackup(platform) } })
}

function presentBackup(platform: Platform): HostBackup | null {
  const state = backupState(platform)
  if (!state) return null
  const { target, everyMs, isRunning, last, error, misses } = state
  return {
    target,
    everyMs,
    isRunning,
    lastAt: last ? new Date(last.atMs).toISOString() : null,
    companies: last?.companies ?? 0,
    failed: last?.failed ?? 0,
    bytes: last?.bytes ?? 0,
    error: error ?? null,
    isLate: misses >= missesMax,
  }
}

function join(points: readonly HostPoint[]): HostPoint[] {
  const groups = Map.groupBy(points, ({ at }) => Math.floor(at / pointMs) * pointMs)
  return [...groups].flatMap(([at, group]) => joinPoints(at, group) ?? [])
}

type Totals = Awaited<ReturnType<typeof readCompanies>>

function largest(totals: Totals, name: CompanyMetric['name']) {
  const found = [...totals].find(([metric]) => metric.name === name)?.[1]
  return Math.max(0, ...[...(found?.values() ?? [])].map(([value]) => value))
}

function shared(companies: ReturnType<typeof listHostedCompanies>, times: ReadonlyMap<CompanyId, number>) {
  const allMs = [...times.values()].reduce((sum, ms) => sum + ms, 0)
  const allBytes = companies.reduce((sum, { bytes }) => sum + bytes, 0)
  return companies.map((company): HostedCompany => ({
    ...company,
    timeShare: allMs > 0 ? (times.get(company.id) ?? 0) / allMs : 0,
    diskShare: allBytes > 0 ? company.bytes / allBytes : 0,
  }))
}

function presentNodes(platform: Platform): HostedNodes | null {
  const { cluster } = platform
  if (!cluster) return null
  const { hasMajority, nodes, owners, moving } = cluster.state()
  const companies = listHostedCompanies(platform).map(({ id, name }) => ({
    id,
    name,
    node: owners.get(id) ?? null,
    movesTo: moving.get(id) ?? null,
  }))
  return {
    here: cluster.node,
    hasMajority,
    nodes: nodes.map(({ name, version, startedAtMs }) => ({
      name,
      version,
      startedAt: new Date(startedAtMs).toISOString(),
    })),
    companies,
  }
}
