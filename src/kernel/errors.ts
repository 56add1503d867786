import { objectOf } from './untyped-json.contract'

export const errorStatus = {
  ERR_INVALID_INPUT: 400,
  ERR_DUPLICATED_CONTACT: 400,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 400,
  ERR_TICKET_MOVED: 409,
  ERR_UNDO_TOO_LATE: 409,
  ERR_TICKET_TAKEN: 409,
  ERR_QUEUE_NAME_ALREADY_EXISTS: 400,
  ERR_EMAIL_ALREADY_EXISTS: 400,
  ERR_TAG_NAME_ALREADY_EXISTS: 400,
  ERR_INTEGRATION_NAME_ALREADY_EXISTS: 400,
  /** `reason` and `detail` explain why. */
  ERR_INTEGRATION_FAILED: 400,
  ERR_FLOW_NAME_ALREADY_EXISTS: 400,
  ERR_CONTACT_LIST_NAME_ALREADY_EXISTS: 400,
  ERR_FLOW_EMPTY: 400,
  ERR_RULE_LOOP: 400,
  ERR_RULE_TARGET_GONE: 400,
  ERR_PLAN_NAME_ALREADY_EXISTS: 400,
  ERR_COMPANY_NAME_ALREADY_EXISTS: 400,
  ERR_CONNECTION_NAME_ALREADY_EXISTS: 400,
  ERR_WAPP_GREETING_REQUIRED: 400,
  ERR_WAPP_NOT_INITIALIZED: 400,
  ERR_WAPP_CHECK_CONTACT: 400,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_WAPP_DOWNLOAD_MEDIA: 400,
  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_NO_OTHER_WHATSAPP: 400,
  ERR_SENDING_WAPP_MSG: 400,
  ERR_DELETE_WAPP_MSG: 400,
  ERR_EDIT_WAPP_MSG: 400,
  ERR_HIDDEN_NUMBER: 400,
  ERR_FETCH_WAPP_MSG: 400,
  ERR_CREATING_MESSAGE: 400,
  ERR_CREATING_TICKET: 400,
  ERR_TAG_REQUIRED: 400,
  ERR_QUEUE_REQUIRED: 400,
  ERR_CHANNEL_CANNOT: 400,
  ERR_COMMENT_REPLIED: 400,
  ERR_INITIAL_RECORD: 400,
  ERR_IN_USE: 400,
  ERR_LANE_IS_NEXT: 400,
  ERR_NO_AI_ASSISTANT: 400,
  ERR_AI_AUDIO_REFUSED: 400,
  ERR_PRICE_CHANGED: 400,
  ERR_NO_PAYMENT_PROVIDER: 400,
  ERR_PAYMENT_REFUSED: 400,
  ERR_PAYMENT_TOO_SMALL: 400,
  ERR_CLOUD_UNAVAILABLE: 400,
  ERR_NO_META_APP: 400,
  ERR_LOGIN_OVER: 400,
  ERR_META_REFUSED: 400,
  ERR_ACCOUNT_TAKEN: 400,
  ERR_INVALID_SPREADSHEET: 400,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_UNAUTHORIZED: 401,
  ERR_SESSION_REPLACED: 401,
  ERR_OUT_OF_HOURS: 401,
  /** The password was generated or set by somebody else; sign in again with `newPassword`. */
  ERR_PASSWORD_CHANGE_REQUIRED: 401,
  /** The password was right; `challenge` and a code complete the sign-in. */
  ERR_SECOND_FACTOR_REQUIRED: 401,
  /** Of the first step of a sign-in. */
  ERR_CHALLENGE_ENDED: 401,
  ERR_PLAN_LIMIT: 402,
  ERR_SUBSCRIPTION_EXPIRED: 402,
  ERR_SESSION_EXPIRED: 403,
  ERR_NO_PERMISSION: 403,
  /** Nothing else may be done before. */
  ERR_SECOND_FACTOR_MISSING: 403,
  ERR_CROSS_SITE_REQUEST: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_NOT_FOUND: 404,
  ERR_LINK_ENDED: 410,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_TAG_FOUND: 404,
  ERR_NO_TEMPLATE_FOUND: 404,
  ERR_NO_PLAN_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_INVOICE_FOUND: 404,
  ERR_NO_MEDIA_FOUND: 404,
  ERR_NO_SCHEDULE_FOUND: 404,
  ERR_NO_ANNOUNCEMENT_FOUND: 404,
  ERR_NO_DELIVERY_FOUND: 404,
  ERR_NO_INTEGRATION_FOUND: 404,
  ERR_NO_HELP_FOUND: 404,
  ERR_NO_CHAT_FOUND: 404,
  ERR_NO_FILE_LIST_FOUND: 404,
  ERR_NO_QUICK_MESSAGE_FOUND: 404,
  ERR_NO_CHATBOT_FOUND: 404,
  ERR_NO_IMPORT_FOUND: 404,
  ERR_NO_FLOW_FOUND: 404,
  ERR_NO_FLOW_CAMPAIGN_FOUND: 404,
  ERR_NO_PROMPT_FOUND: 404,
  ERR_NO_AI_PROVIDER_FOUND: 404,
  ERR_NO_CONTACT_LIST_FOUND: 404,
  ERR_NO_CONTACT_LIST_ITEM_FOUND: 404,
  ERR_NO_AGENT_FOUND: 404,
  ERR_NO_AGENT_ITEM_FOUND: 404,
  ERR_NO_SUPPRESSION_FOUND: 404,
  ERR_NO_CAMPAIGN_FOUND: 404,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_NOT_INVITED: 409,
  ERR_INVITED: 409,
  ERR_NO_MAIL_SERVER: 409,
  ERR_SECOND_FACTOR_ON: 409,
  ERR_SECOND_FACTOR_OFF: 409,
  /** The last one, where the company or the host requires one. */
  ERR_SECOND_FACTOR_NEEDED: 409,
  ERR_SET_UP_ENDED: 409,
  ERR_NO_PASSKEY_FOUND: 404,
  /** Unknown, used before, or of another address. */
  ERR_PASSKEY_REFUSED: 400,
  ERR_CAMPAIGN_STATUS: 409,
  ERR_CONTACT_LIST_IN_USE: 409,
  ERR_CAMPAIGN_IN_USE: 409,
  ERR_CAMPAIGN_UNCONFIRMED: 409,
  ERR_NO_MACRO_FOUND: 404,
  ERR_TICKET_CLOSED: 409,
  ERR_COMPANY_DISABLED: 409,
  ERR_COMPANY_MUTED: 409,
  ERR_NO_BACKUP: 409,
  ERR_HELD_AFTER_RESTORE: 409,
  ERR_DISCARDED_AFTER_RESTORE: 409,
  ERR_NOT_SENT_BEFORE_MOVE: 409,
  ERR_COMPANY_IMPORTING: 409,
  ERR_COMPANY_PAYING: 409,
  ERR_PAYMENT_DECIDED: 409,
  ERR_TICKET_NOT_ACCEPTED: 409,
  ERR_TICKET_AWAITS_CONTACT: 409,
  ERR_CONTACT_BLOCKED: 409,
  ERR_CANNOT_UNDO: 409,
  ERR_REQUEST_IN_PROGRESS: 409,
  ERR_IDEMPOTENCY_KEY_REUSED: 422,
  ERR_AI_PROVIDER_IN_USE: 409,
  ERR_INVOICE_PAID: 409,
  ERR_FLOW_CHANGED: 409,
  ERR_CHATBOTS_CHANGED: 409,
  ERR_FLOW_INACTIVE: 409,
  ERR_DUE_DATE_CHANGED: 409,
  ERR_IMPORT_STARTED: 409,
  /** Another system is being imported. */
  ERR_IMPORT_RUNNING: 409,
  ERR_NOT_IMPORTED: 409,
  ERR_LIVE_ALREADY: 409,
  /** The company has uploaded too much that no record uses yet. */
  ERR_UPLOADS_WAITING: 409,
  ERR_REQUEST_TIMEOUT: 408,
  ERR_FILE_TOO_LARGE: 413,
  ERR_FILE_TYPE: 415,
  ERR_REQUEST_TOO_LARGE: 413,
  ERR_URI_TOO_LONG: 414,
  ERR_JSON_ONLY: 415,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_AI_LIMIT_REACHED: 429,
  ERR_INTERNAL: 500,
  ERR_COMPANY_DAMAGED: 503,
  ERR_AI_UNAVAILABLE: 503,
  ERR_AI_FAILED: 502,
  ERR_PAYMENT_UNAVAILABLE: 503,
  ERR_COMPANY_UPDATING: 503,
  ERR_NO_NODE: 404,
  /** It is on its way to a node, or none serves it. */
  ERR_COMPANY_MOVING: 409,
  /** Another node serves the company, and could not be asked. */
  ERR_COMPANY_ELSEWHERE: 503,
  /** Nothing can be written until the nodes have a majority again. */
  ERR_READ_ONLY: 503,
  /** Another node took over before the change was safe, so that it may be lost. */
  ERR_NOT_CONFIRMED: 503,
  ERR_STARTING: 503,
  /** The sender should repeat it once there is space. */
  ERR_NOT_TAKEN: 503,
  /** The bucket does not answer. */
  ERR_FILES_UNREACHABLE: 503,
  ERR_STORAGE_FULL: 507,
  /** Files wait, while texts and tickets still work. */
  ERR_STORAGE_LOW: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

interface RefusalDetails {
  /** Field name → a key of the interface's texts, or a plain sentence. */
  fields?: Record<string, string>
  body?: Record<string, unknown>
  retryAfterSeconds?: number
  message?: string
}

/** Reported to the caller. Anything else thrown is a bug, answered with 500. */
export class Refusal extends Error {
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    readonly details: RefusalDetails = {},
  ) {
    super(details.message ?? code)
    this.name = 'Refusal'
    this.status = errorStatus[code]
  }
}

export function refuse(code: ErrorCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}

/** @throws Refusal with the code when there is none */
export function required<T>(record: T | undefined | null, code: ErrorCode): T {
  return record ?? refuse(code)
}

/** Returns the code of a system or database error, such as `EADDRINUSE`; empty for other values. */
export function errorCode(error: unknown): string {
  return String(objectOf(error)['code'] ?? '')
}
