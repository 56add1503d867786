import type { channelNames } from '../../channel/channel-rules.contract'
import type { ConnectionStatus } from '../../connection/connection.contract'
import type { CompanyId, ConnectionId } from '../../kernel/ids'

export interface FileSurvey {
  /** What is wrong with it, in SQLite's words. */
  damage?: string
  walBytes: number
}

export interface CatalogSurvey extends FileSurvey {
  exists: boolean
  companies: { id: CompanyId; name: string }[]
}

export interface LineSurvey {
  id: ConnectionId
  name: string
  channel: (typeof channelNames)[number]
  status: ConnectionStatus
  wanted: boolean
  lastError: string
  /** Null when nothing ever arrived. */
  lastEventAt: string | null
}

export interface MediaSurvey {
  /** Records whose file is missing. */
  lost: number
  /** One of their files. */
  lostExample: string
  /** Files without a record that the nightly sweep should have deleted. */
  unrecorded: number
  unrecordedBytes: number
  inBucket: number
  /** Not in the bucket yet. */
  waiting: number
}

export interface CompanySurvey extends FileSurvey {
  exists: boolean
  /** Another company's id in the file; undefined when it is right. */
  belongsTo?: number
  lines: LineSurvey[]
  media: MediaSurvey
  /** Bytes of files and database that a day added on average in the last week. */
  bytesADay: number
}

export interface SurveyOrder {
  kind: 'catalog' | 'company'
  folder: string
  companyId: CompanyId
  nowMs: number
}
