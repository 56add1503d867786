/** Every error code and its HTTP status. */
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
  /** An outside bot could not be called; `reason` and `detail` explain why. */
  ERR_INTEGRATION_FAILED: 400,
  ERR_FLOW_NAME_ALREADY_EXISTS: 400,
  ERR_CONTACT_LIST_NAME_ALREADY_EXISTS: 400,
  ERR_FLOW_EMPTY: 400,
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
  ERR_INITIAL_RECORD: 400,
  ERR_IN_USE: 400,
  /** `lanes`: the names of those whose tickets go there when their time is over. */
  ERR_LANE_IS_NEXT: 400,
  ERR_NO_AI_ASSISTANT: 400,
  ERR_AI_AUDIO_REFUSED: 400,
  ERR_PRICE_CHANGED: 400,
  ERR_NO_PAYMENT_PROVIDER: 400,
  /** The payment provider rejects the terms or the payer. */
  ERR_PAYMENT_REFUSED: 400,
  ERR_PAYMENT_TOO_SMALL: 400,
  /** Meta does not answer. */
  ERR_CLOUD_UNAVAILABLE: 400,
  ERR_NO_META_APP: 400,
  ERR_LOGIN_OVER: 400,
  ERR_META_REFUSED: 400,
  ERR_ACCOUNT_TAKEN: 400,
  /** An uploaded spreadsheet cannot be read. */
  ERR_INVALID_SPREADSHEET: 400,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_UNAUTHORIZED: 401,
  ERR_SESSION_REPLACED: 401,
  ERR_OUT_OF_HOURS: 401,
  /** The password was generated or set by somebody else; sign in again with `newPassword`. */
  ERR_PASSWORD_CHANGE_REQUIRED: 401,
  ERR_PLAN_LIMIT: 402,
  ERR_SUBSCRIPTION_EXPIRED: 402,
  ERR_SESSION_EXPIRED: 403,
  ERR_NO_PERMISSION: 403,
  ERR_CROSS_SITE_REQUEST: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_NOT_FOUND: 404,
  /** A link that sets a password was used, replaced or has expired. */
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
  /** The user has set a password already. */
  ERR_NOT_INVITED: 409,
  /** The user has set no password yet. */
  ERR_INVITED: 409,
  /** The host has configured no mail server. */
  ERR_NO_MAIL_SERVER: 409,
  /** The campaign is not in a state that allows it; `status` names the state. */
  ERR_CAMPAIGN_STATUS: 409,
  ERR_CONTACT_LIST_IN_USE: 409,
  ERR_CAMPAIGN_IN_USE: 409,
  ERR_CAMPAIGN_UNCONFIRMED: 409,
  ERR_NO_MACRO_FOUND: 404,
  ERR_TICKET_CLOSED: 409,
  /** The host switched the company off, which stops its connections. */
  ERR_COMPANY_DISABLED: 409,
  ERR_COMPANY_IMPORTING: 409,
  ERR_COMPANY_PAYING: 409,
  ERR_PAYMENT_DECIDED: 409,
  ERR_TICKET_NOT_ACCEPTED: 409,
  ERR_TICKET_AWAITS_CONTACT: 409,
  ERR_CONTACT_BLOCKED: 409,
  ERR_CANNOT_UNDO: 409,
  ERR_REQUEST_IN_PROGRESS: 409,
  ERR_IDEMPOTENCY_KEY_REUSED: 422,
  /** Agents use the provider; the answer names them. */
  ERR_AI_PROVIDER_IN_USE: 409,
  ERR_INVOICE_PAID: 409,
  /** Somebody else has saved the flow since it was opened. */
  ERR_FLOW_CHANGED: 409,
  /** Somebody else has changed the queue's options since they were opened. */
  ERR_CHATBOTS_CHANGED: 409,
  ERR_FLOW_INACTIVE: 409,
  ERR_DUE_DATE_CHANGED: 409,
  ERR_IMPORT_STARTED: 409,
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
  /** The AI service is temporarily unavailable; the body contains the reason. */
  ERR_AI_UNAVAILABLE: 503,
  /** The AI service fails until an admin changes its configuration. */
  ERR_AI_FAILED: 502,
  ERR_PAYMENT_UNAVAILABLE: 503,
  ERR_COMPANY_UPDATING: 503,
  ERR_STARTING: 503,
  /** Hardly any space is left; the sender should repeat what it sent. */
  ERR_NOT_TAKEN: 503,
  ERR_STORAGE_FULL: 507,
  /** Little space is left, so files wait; texts and tickets still work. */
  ERR_STORAGE_LOW: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

interface RefusalDetails {
  /** Field name → what is wrong with it: a key of the interface's texts, or a plain sentence. */
  fields?: Record<string, string>
  /** Further members of the response body, such as the ticket that is already open. */
  body?: Record<string, unknown>
  retryAfterSeconds?: number
  message?: string
}

/** An error reported to the caller with its code. Anything else thrown is a bug: logged and answered with 500. */
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

/** Returns the record. @throws Refusal with the code when there is none */
export function required<T>(record: T | undefined | null, code: ErrorCode): T {
  return record ?? refuse(code)
}
