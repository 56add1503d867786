import type { AnyElysia } from 'elysia'
import type { WorkFor } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
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

export interface Domain {
  readonly name: string
  /** With their routes and live messages. */
  readonly records?: readonly HostRecord[]
  readonly routes?: (services: RouteServices) => AnyElysia
  /** Handlers of its own and earlier domains' events, in the same transaction. */
  readonly reactions?: readonly Reaction[]
  /** How its events are published to browsers. */
  readonly presenters?: readonly LivePresenter[]
  readonly jobs?: Partial<JobHandlers>
  /** Who may read its files. A kind of file that no domain names is not readable. */
  readonly mediaGuards?: MediaGuards
  /** Work before a record of an earlier domain is deleted, in batches. */
  readonly beforeDelete?: {
    readonly queue?: WorkFor<QueueId> | readonly WorkFor<QueueId>[]
    readonly user?: WorkFor<UserId> | readonly WorkFor<UserId>[]
    readonly contact?: WorkFor<ContactId>
    readonly connection?: WorkFor<ConnectionId>
  }
}
