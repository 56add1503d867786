import type { Clock } from '../kernel/clock'
import type { CompanyContext } from '../kernel/company-context'
import type { CompanyFiles, CompanyPorts } from '../kernel/company-files'
import type { FairTurns } from '../kernel/fair-turns'
import type { FolderLock } from '../kernel/folder-lock'
import type { Config } from '../kernel/config'
import type { HostKey } from '../kernel/host-key'
import type { CompanyId, UserId } from '../kernel/ids'
import type { LiveHub } from '../kernel/live'
import type { Log } from '../kernel/log'
import type { Catalog } from './catalog'
import type { CompanyFileSummaries } from './company-file-summaries'
import type { Payments } from './payment/pix-provider'

/** What functions of the platform receive. The platform is above companies and may open their files. */
export interface Platform {
  config: Config
  catalog: Catalog
  /** Held as long as this process uses the data folder. */
  lock: FolderLock
  files: CompanyFiles
  hostKey: HostKey
  clock: Clock
  log: Log
  /** Schedules HTTP requests fairly between users. */
  turns: FairTurns
  /** The open sockets of all companies. */
  live: LiveHub
  /** What domains need of later ones; `connections` is set by whoever runs them. */
  ports: CompanyPorts
  payments: Payments
  /** What later domains put into a new company's file, in one transaction: its first admin, its settings. */
  companySetUps: readonly ((ctx: CompanyContext, firstAdmin: FirstAdmin) => void)[]
  /** What later domains keep in a company's file and its table of the super user shows. */
  fileSummaries: CompanyFileSummaries
  /**
   * What has to stop before a company is erased, and when it is switched off, such as its connections and open sockets;
   * added by who runs them.
   */
  companyStops: ((companyId: CompanyId) => void | Promise<void>)[]
  /** What begins again when a company is switched on. */
  companyStarts: ((companyId: CompanyId) => void | Promise<void>)[]
}

export interface FirstAdmin {
  name: string
  email: string
  passwordHash: string
  super: boolean
}

/** The super user who acts, for the audit log. */
export interface PlatformActor {
  companyId?: CompanyId
  userId?: UserId
}

export function audit(platform: Platform, type: string, actor: PlatformActor, data?: Record<string, unknown>) {
  platform.catalog.sqlite.run('INSERT INTO audit (at, type, company_id, user_id, data) VALUES (?, ?, ?, ?, ?)', [
    platform.clock.now().getTime(),
    type,
    actor.companyId ?? null,
    actor.userId ?? null,
    data ? JSON.stringify(data) : null,
  ])
}
