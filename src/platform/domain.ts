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
import type { SuperUserGuard } from '../kernel/http/super-user-guard'
import type { UserGuard } from '../kernel/http/user-guard'
import type { AccessTokens } from './sign-in/access-token'
import type { HostGuard, HostRecord } from './host-record'
import type { Platform } from './platform'

/** Whether the actor may read a file that belongs to a domain's record. */
type MayReadMedia = (ctx: CompanyContext, media: Media) => boolean
export type MediaGuards = Partial<Record<MediaKind, MayReadMedia>>

export interface RouteServices {
  platform: Platform
  tokens: AccessTokens
  guard: UserGuard
  /** For signed-in users, also of an expired company. */
  openUserGuard: UserGuard
  superUserGuard: SuperUserGuard
  hostGuard: HostGuard
  /** Authenticates file requests. Browsers fetch pictures without a bearer token, so the session cookie is accepted too. */
  authenticateFile(request: Request): Promise<CompanyContext>
  isOnline(companyId: CompanyId, userId: UserId): boolean
  /** The guards of all domains. */
  mediaGuards: MediaGuards
}

/** Times are patterns of cron in the host's time zone. */
export type RecurringWork = { at: string; what: string } & (
  | {
      /** Also called at the start, because the host may have been down at the last time. Is passed the time of the last call. */
      run: (platform: Platform, since: Date) => unknown
    }
  | { eachCompany: (platform: Platform, companyId: CompanyId) => unknown }
)

export interface Domain {
  readonly name: string
  /** With their routes and live messages. */
  readonly records?: readonly HostRecord[]
  /** Answered by its routes. */
  readonly calls?: CallTable
  /** Schemas that several calls answer, by their name in `/openapi`. */
  readonly views?: Readonly<Record<string, GenericSchema>>
  readonly routes?: (services: RouteServices) => AnyElysia
  /** Handlers of its own and earlier domains' events, in the same transaction. */
  readonly reactions?: readonly Reaction[]
  /** How its events are published to browsers. */
  readonly presenters?: readonly LivePresenter[]
  /** Topics to which a user subscribes. */
  readonly topics?: (ctx: CompanyContext, actor: UserActor) => readonly string[]
  readonly jobs?: Partial<JobHandlers>
  readonly recurring?: readonly RecurringWork[]
  /** Run when a company's file was opened, which may be another one than before, such as a restored copy. */
  readonly onOpen?: readonly ((platform: Platform, companyId: CompanyId) => unknown)[]
  /** Who may read its files. A kind of file that no domain names is not readable. */
  readonly mediaGuards?: MediaGuards
  /** Its part of the ports of earlier domains that ask every domain. */
  readonly ports?: Partial<Pick<CompanyPorts, 'contactRecords' | 'providerNotices' | 'tagUses'>>
  /** Work before a record of an earlier domain is deleted, in batches. */
  readonly beforeDelete?: {
    readonly queue?: WorkFor<QueueId> | readonly WorkFor<QueueId>[]
    readonly user?: WorkFor<UserId> | readonly WorkFor<UserId>[]
    readonly contact?: WorkFor<ContactId>
    readonly connection?: WorkFor<ConnectionId>
  }
}
