import { statSync } from 'node:fs'
import type { CompanyContext } from '../kernel/company/company-context'
import { backgroundTurn } from '../kernel/job/event-loop-turns'
import { jobMetrics } from '../kernel/job/job-metrics'
import { type CompanyMetric, gauge, type Metric } from '../kernel/metrics'
import type { Platform } from '../platform/platform'
import { countCompanies } from '../platform/company/company.queries'
import { version } from '../version'
import { backupState } from './backup/backup-state'
import { httpMetrics } from './http-metrics'
import { loopMetrics } from './loop-delay'

const micro = 1_000_000
const cpuSeconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / micro
const startedAt = Date.now() / 1000 - process.uptime()

const processMetrics: readonly Metric<Platform>[] = [
  {
    name: 'recado_build',
    help: 'The version that runs.',
    type: 'info',
    read: () => [[1, { version, bun: Bun.version }]],
  },
  gauge('process_start_time_seconds', 'When the process started, since 1970.', () => startedAt),
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
  {
    name: 'process_cpu_seconds',
    help: 'Processor time of all threads.',
    type: 'counter',
    read: () => cpuSeconds(process.cpuUsage()),
  },
  {
    name: 'recado_main_thread_cpu_seconds',
    help: 'Processor time of the thread that answers requests.',
    type: 'counter',
    read: () => cpuSeconds(process.threadCpuUsage()),
  },
]

const platformMetrics: readonly Metric<Platform>[] = [
  gauge('recado_companies', 'Companies in the catalog.', countCompanies),
  gauge('recado_companies_open', 'Companies whose file is open.', ({ files }) => files.openIds().length),
  gauge('recado_companies_due', 'Companies with a job that is due, also those that are not open.', (platform) => {
    const nowMs = platform.clock.now().getTime()
    return platform.catalog.jobHints
      .entries()
      .filter(([, atMs]) => atMs <= nowMs)
      .toArray().length
  }),
  gauge('recado_live_sockets', 'Signed-in browser windows with a live socket.', ({ live }) => live.sockets()),
  gauge('recado_turns_waiting', 'Work that waits for a turn of the event loop.', ({ turns }) => [
    [turns.waiting(), { kind: 'request' }],
    ...Object.entries(backgroundTurn.waiting()).map(([kind, count]) => [count, { kind }] as const),
  ]),
  gauge(
    'recado_disk_free_bytes',
    'Free space of the data folder’s volume.',
    ({ freeSpace }) => freeSpace.read().freeBytes,
  ),
  gauge('recado_disk_size_bytes', 'Size of the data folder’s volume.', ({ freeSpace }) => freeSpace.read().totalBytes),
]

const backupMetrics: readonly Metric<Platform>[] = [
  gauge('recado_backup_age_seconds', 'Since the last complete backup that the process made by itself.', (platform) => {
    const last = backupState(platform)?.last
    return last ? (platform.clock.now().getTime() - last.atMs) / 1000 : []
  }),
  gauge(
    'recado_backup_misses',
    'Intervals that passed without a backup.',
    (platform) => backupState(platform)?.misses ?? [],
  ),
  gauge(
    'recado_backup_waiting_bytes',
    'Writes in the data folder that are not in the backup yet.',
    (platform) => backupState(platform)?.waitingBytes ?? [],
  ),
]

const walBytes = ({ company }: CompanyContext) =>
  statSync(`${company.sqlite.filename}-wal`, { throwIfNoEntry: false })?.size ?? 0

const walMetrics: readonly CompanyMetric[] = [
  { name: 'recado_wal_bytes', help: 'Write-ahead logs of all open companies.', together: 'sum', readCompany: walBytes },
  { name: 'recado_wal_largest_bytes', help: 'The largest of them.', together: 'max', readCompany: walBytes },
]

/** All but those of domains and providers. */
export const hostMetrics: readonly (Metric<Platform> | CompanyMetric)[] = [
  ...processMetrics,
  ...platformMetrics,
  ...loopMetrics,
  ...httpMetrics,
  ...backupMetrics,
  ...walMetrics,
  ...jobMetrics,
]
