import type { Clock } from '../kernel/time/clock'
import type { CompanyContext } from '../kernel/company/company-context'
import { currentRequest } from '../kernel/current-request'
import type { CompanyFiles, CompanyPorts } from '../kernel/company/company-files'
import type { NodePorts } from '../kernel/company/node-ports'
import type { RunningArchive } from '../kernel/database/wal/wal-tap'
import type { FairTurns } from '../kernel/job/event-loop-turns'
import type { FolderLock } from '../kernel/company/folder-lock'
import type { Config } from '../kernel/config/config'
import type { FileLinks } from '../kernel/file/file-links'
import type { MediaBucket } from '../kernel/file/bucket/media-bucket'
import type { FreeSpace } from '../kernel/file/free-space'
import type { HostKey } from '../kernel/config/host-key'
import type { CompanyId, UserId } from '../kernel/ids'
import type { LiveHub } from '../kernel/live/live'
import type { LiveProbes } from '../kernel/live/live-probes'
import type { Log } from '../kernel/log'
import type { OutgoingCalls } from '../kernel/outgoing/guarded-fetch'
import type { HostAuditData, HostAuditType } from './audit/host-audit.contract'
import type { Business } from './business/business'
import type { Catalog } from './catalog'
import type { ClusterControl } from './cluster-control'
import type { CompanyFileSummaries } from './company/company-file-summaries'
import type { Names } from './names/names'
import type { Payments } from './payment/provider/pix-provider'
import { auditTable } from './platform.tables'
import type { Passwords } from './sign-in/passwords'

export interface Platform {
  config: Config
  catalog: Catalog
  names: Names
  business: Business
  lock: FolderLock
  files: CompanyFiles
  hostKey: HostKey
  clock: Clock
  log: Log
  outgoing: OutgoingCalls
  fileLinks: FileLinks
  freeSpace: FreeSpace
  /** Undefined without MEDIA_URL. */
  mediaBucket: MediaBucket | undefined
  /** Undefined without CLUSTER_URL. */
  cluster?: ClusterControl | undefined
  /** Undefined without BACKUP_TO. */
  archive: RunningArchive | undefined
  /** Undefined for a process alone. */
  node: NodePorts | undefined
  turns: FairTurns
  live: LiveHub
  liveProbes: LiveProbes
  /** `connections` is set by the process that runs them. */
  ports: CompanyPorts
  payments: Payments
  passwords: Passwords
  secretAnswers: Map<string, boolean>
  /** Run in the transaction that fills a new company's file, such as for its first admin and settings. */
  companySetUps: readonly ((ctx: CompanyContext, firstAdmin: FirstAdmin) => void)[]
  fileSummaries: CompanyFileSummaries
  companyStops: ((companyId: CompanyId, how?: { keepsSessions?: boolean }) => void | Promise<void>)[]
  isStopping?: boolean
  /** What else an erased company leaves behind, such as its backups. Each may be repeated. */
  companyErasers: CompanyEraser[]
  companyStarts: ((companyId: CompanyId) => void | Promise<void>)[]
}

export interface CompanyEraser {
  /** Such as `backups`. */
  what: string
  /** Returns what was deleted; nothing when there was nothing. */
  erase(companyId: CompanyId): ErasedPart[] | Promise<ErasedPart[]>
}

export interface ErasedPart {
  place: string
  files: number
  bytes: number
}

export interface FirstAdmin {
  name: string
  email: string
  passwordHash: string
  super: boolean
  /** Generated or typed by somebody else. */
  mustChangePassword?: boolean
}

export interface PlatformActor {
  companyId?: CompanyId
  userId?: UserId
}

declare module './business/business' {
  interface BusinessNotes {
    audit: AuditNote
  }
}

interface AuditNote extends PlatformActor {
  atMs: number
  type: HostAuditType
  data?: HostAuditData | undefined
}

/** Also in the log, which a host can send to where nobody changes it from here. */
export function audit(
  { business, clock, log }: Platform,
  type: HostAuditType,
  { companyId, userId }: PlatformActor,
  data?: HostAuditData,
) {
  log.info('Platform audit', { action: type, company: companyId, user: userId, address: currentRequest()?.address })
  business.note('audit', { atMs: clock.now().getTime(), type, companyId, userId, data })
}

export function storeAudit({ catalog }: Platform, { atMs, ...entry }: AuditNote) {
  catalog.db
    .insert(auditTable)
    .values({ at: new Date(atMs), ...entry })
    .run()
}
