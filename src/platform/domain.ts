import type { AnyElysia } from 'elysia'
import type { GenericSchema } from 'valibot'
import type { UserActor } from '../kernel/company/actor'
import type { WorkFor } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import type { CompanyPorts } from '../kernel/company/company-files'
import type { CallTable } from '../kernel/http/calls'
import type { Reaction } from '../kernel/event/event-log'
import type { CompanyId, ConnectionId, ContactId, QueueId, UserId } from '../kernel/ids'
import type { JobHandlers } from '../kernel/job/jobs'
import type { LivePresenter } from '../kernel/live/live'
import type { Media } from '../kernel/file/media-store'
import type { MediaKind } from '../kernel/file/media.tables'
import type { UserGuard, SuperUserGuard } from '../kernel/http/user-guard'
import type { CompanyMetric, Metric } from '../kernel/metrics'
import type { PersonData } from '../kernel/person/person-data'
import type { AccessTokens } from './sign-in/access-token'
import type { HostGuard, HostRecord } from './host-record'
import type { Platform } from './platform'

type MayReadMedia = (ctx: CompanyContext, media: Media) => boolean
export type MediaGuards = Partial<Record<MediaKind, MayReadMedia>>

export interface RouteServices {
  platform: Platform
  tokens: AccessTokens
  guard: UserGuard
  openUserGuard: UserGuard
  superUserGuard: SuperUserGuard
  hostGuard: HostGuard
  /** Takes the session cookie: browsers fetch pictures without a bearer token. */
  authenticateFile(request: Request): Promise<CompanyContext>
  isOnline(companyId: CompanyId, userId: UserId): boolean
  mediaGuards: MediaGuards
}

/** Patterns of cron in the host's time zone. */
export type RecurringWork = { at: string; what: string } & (
  | {
      /** Also at the start. `since`: the last call. */
      run: (platform: Platform, since: Date) => unknown
      /** Of the catalog's business: only where it is owned. */
      ofBusiness?: true
    }
  | { eachCompany: (platform: Platform, companyId: CompanyId) => unknown }
)

export interface Domain {
  readonly name: string
  readonly records?: readonly HostRecord[]
  readonly calls?: CallTable
  /** Schemas by their name in `/openapi`. */
  readonly views?: Readonly<Record<string, GenericSchema>>
  readonly routes?: (services: RouteServices) => AnyElysia
  readonly reactions?: readonly Reaction[]
  readonly presenters?: readonly LivePresenter[]
  readonly topics?: (ctx: CompanyContext, actor: UserActor) => readonly string[]
  readonly jobs?: Partial<JobHandlers>
  readonly recurring?: readonly RecurringWork[]
  /** The file may be another one, such as a restored copy. */
  readonly onOpen?: readonly ((platform: Platform, companyId: CompanyId) => unknown)[]
  /** A kind that no domain names is not readable. */
  readonly mediaGuards?: MediaGuards
  readonly metrics?: readonly (Metric<Platform> | CompanyMetric)[]
  /** Ports of earlier domains that ask every domain. */
  readonly ports?: Partial<Pick<CompanyPorts, 'contactRecords' | 'providerNotices' | 'tagUses'>>
  readonly person?: PersonData
  readonly beforeDelete?: {
    readonly queue?: WorkFor<QueueId> | readonly WorkFor<QueueId>[]
    readonly user?: WorkFor<UserId> | readonly WorkFor<UserId>[]
    readonly contact?: WorkFor<ContactId>
    readonly connection?: WorkFor<ConnectionId>
  }
}
