import * as v from 'valibot'
import {
  EnabledFlag,
  flagOr,
  Id,
  IdOrNone,
  orInitial,
  readsAs,
  RequestKey,
  textOrNone,
  wholeNumber,
  choiceOr,
} from '../kernel/http/body-values'
import { foldText } from '../kernel/text/fold-text.contract'
import { nameText } from '../kernel/text/name-text.contract'
import {
  CompanyIdText,
  IdText,
  listUpTo,
  orEmpty,
  PageNumber,
  SearchParam,
  YesText,
} from '../kernel/http/request-parts'
import { TimeOfDay } from '../kernel/time/time-of-day.contract'
import { keysOf } from '../kernel/typed-object.contract'
import { TemplateChoice } from '../template/template.contract'
import { phraseOf, readAnswer } from './answer/read-answer.contract'

export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** By the product. `warning`: continues when it is taken back. `noRecipients`, `notReady`: a scheduled one became a draft. */
export const stopReasons = [
  '',
  'provider',
  'warning',
  'noConnection',
  'template',
  'noRecipients',
  'notReady',
  'restored',
] as const
/** `warning`: nobody has resumed. `queue`: waits for the provider. */
export const waitReasons = ['', 'warning', 'hours', 'budget', 'offline', 'plan', 'queue', 'answers'] as const

/** asked: for confirmation. confirmed: the message follows. expired: not answered. */
export const shippingStates = [
  ...(['waiting', 'asked', 'confirmed', 'sending', 'sent', 'failed', 'excluded', 'expired'] as const),
] as const
export const unconfirmedReason = 'unconfirmed'
/** Why a candidate receives nothing, known before a campaign starts; the first of several reasons counts. */
export const leftOutReasons = ['suppressed', 'blocked', 'invalidNumber', unconfirmedReason] as const
export type LeftOutReason = (typeof leftOutReasons)[number]
export type ShippingState = (typeof shippingStates)[number]

/** `unanswered` excludes those who received nothing. */
export const audiences = ['unanswered', 'answered', 'received', 'read', 'unread', 'confirmed', 'failed'] as const
export type Audience = (typeof audiences)[number]

export const ListFromReportBody = v.object({ name: nameText(2, 50), audience: v.picklist(audiences) })
export type ListFromReportBody = v.InferOutput<typeof ListFromReportBody>

export const ticketStatusChoices = ['closed', 'pending', 'open'] as const

export const messageNumbers = [1, 2, 3, 4, 5] as const
export type MessageNumber = (typeof messageNumbers)[number]

export const editableAheadMs = 3_600_000
export const answerHours = 48

const Text = v.optional(textOrNone(65_536), '')
const OptionalId = v.optional(IdOrNone, null)

export const messageFieldsOf = <Schema>(text: Schema) => ({
  message1: text,
  message2: text,
  message3: text,
  message4: text,
  message5: text,
  confirmationMessage1: text,
  confirmationMessage2: text,
  confirmationMessage3: text,
  confirmationMessage4: text,
  confirmationMessage5: text,
})
const messageFields = messageFieldsOf(Text)
export const messageFieldNames = keysOf(messageFields)
export type MessageFieldName = (typeof messageFieldNames)[number]

export type CampaignTemplates = { readonly [Field in MessageFieldName]?: TemplateChoice }

const Templates = readsAs<{ [Field in MessageFieldName]?: TemplateChoice | null }>()(
  v.pipe(
    v.object(messageFieldsOf(v.optional(v.nullable(TemplateChoice)))),
    v.transform((given) => Object.fromEntries(Object.entries(given).filter(([, choice]) => choice))),
  ),
)

/** A time with offset, or in the company's time zone: `2026-11-21T14:30`; "" and null are none. */
const MomentOrNone = readsAs<string | null>()(
  v.union(
    [
      v.pipe(
        v.union([v.literal(''), v.null()]),
        v.transform(() => null),
      ),
      v.pipe(
        v.string(),
        v.trim(),
        v.regex(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/, 'date'),
        v.transform((text) => text.replace(' ', 'T')),
      ),
    ],
    'date',
  ),
)

export const CampaignBody = v.object({
  name: nameText(2, 50),
  ...messageFields,
  templates: v.optional(Templates, {}),
  confirmation: flagOr(false),
  scheduledAt: v.optional(MomentOrNone, null),
  contactListId: OptionalId,
  tagListId: OptionalId,
  whatsappId: OptionalId,
  userId: OptionalId,
  queueId: OptionalId,
  openTicket: orInitial(EnabledFlag, 'disabled'),
  statusTicket: choiceOr(ticketStatusChoices, 'closed'),
  /** As returned by POST /campaigns/media-upload; null for none. */
  mediaPath: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
  companyId: v.optional(IdOrNone),
})
export type CampaignBody = v.InferOutput<typeof CampaignBody>

export const UpdateCampaignBody = v.partial(CampaignBody)
export type UpdateCampaignBody = v.InferOutput<typeof UpdateCampaignBody>

/** POST /campaigns/preview: a campaign as it would be saved, or as it is. */
export const PreviewCampaignBody = v.object({
  ...v.omit(CampaignBody, ['name', 'companyId']).entries,
  sourceCampaignId: OptionalId,
  campaignId: OptionalId,
})
export type PreviewCampaignBody = v.InferOutput<typeof PreviewCampaignBody>

/** `recipient`: position in the preview, whose values are filled in. */
export const SendTestBody = v.object({
  ...PreviewCampaignBody.entries,
  number: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.maxLength(100, 'numberTooLong')),
  recipient: v.optional(wholeNumber(0, 9), 0),
  key: RequestKey,
})
export type SendTestBody = v.InferOutput<typeof SendTestBody>

export const ListCampaignsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  companyId: CompanyIdText,
})

/** `shipping`: with a page of recipients. */
export const GetCampaignQuery = v.object({ shipping: v.optional(YesText, ''), pageNumber: PageNumber })

/** `after`: the last id of the page before. */
export const ListRecipientsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  state: v.optional(v.picklist(['', ...shippingStates]), ''),
  after: orEmpty(IdText),
})
export type ListRecipientsQuery = v.InferOutput<typeof ListRecipientsQuery>

export const recipientPageSize = 100

const Hour = v.pipe(v.string(), v.trim(), TimeOfDay)
const CampaignVariable = v.object({
  key: v.pipe(v.string(), v.trim(), v.regex(/^[\p{L}\p{N}_]{1,50}$/u, 'campaignVariable')),
  value: v.pipe(v.string(), v.trim(), v.maxLength(1000, 'tooLong')),
})
type CampaignVariable = v.InferOutput<typeof CampaignVariable>

const reservedVariables: readonly string[] = [
  ...(['nome', 'numero', 'email', 'name', 'firstname', 'ms', 'date', 'hour', 'connection', 'name_company'] as const),
]

/** Seconds. */
export const intervalChoices = [0, 5, 10, 15, 20, 30, 60, 70, 80, 100, 120]
export const longerAfterChoices = [0, 5, 10, 15, 20, 30, 40, 50, 60]
export const greaterIntervalChoices = [0, ...Array.from({ length: 17 }, (_, index) => 20 + index * 10)]

const secondsMax = 3600

/** JSON, as of similar systems. */
const rowsUpTo = <const Row extends v.GenericSchema<object>>(row: Row, limit: number) =>
  readsAs<v.InferOutput<Row>[]>()(
    v.pipe(
      v.unknown(),
      v.transform((given) => {
        if (typeof given !== 'string') return given
        try {
          return given === '' ? [] : (JSON.parse(given) as unknown)
        } catch {
          return undefined
        }
      }),
      listUpTo(row, limit),
    ),
  )

const Variables = rowsUpTo(CampaignVariable, 50)

/** @param faultOf undefined for a good row */
function refuseRows<Row extends Record<string, unknown>>(
  field: keyof Row & string,
  faultOf: (row: Row, index: number, rows: readonly Row[]) => string | undefined,
) {
  return v.rawCheck<Row[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value: rows } = dataset
    for (const [index, row] of rows.entries()) {
      const message = faultOf(row, index, rows)
      if (message === undefined) continue
      const path = [
        { type: 'array', origin: 'value', input: rows, key: index, value: row },
        { type: 'object', origin: 'value', input: row, key: field, value: row[field] },
      ] as const
      addIssue({ message, path: [...path] })
    }
  })
}

/** Refuses a variable that has no effect, because another of that name fills it in. */
const DifferentVariables = readsAs<CampaignVariable[]>()(
  v.pipe(
    Variables,
    refuseRows<CampaignVariable>('key', ({ key }, index, variables) => {
      const name = foldText(key)
      if (reservedVariables.includes(name)) return 'variableReserved'
      return variables.findIndex((other) => foldText(other.key) === name) < index ? 'taken' : undefined
    }),
  ),
)

const OptOutPhrase = v.object({
  phrase: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(60, 'tooLong')),
})
type OptOutPhrase = v.InferOutput<typeof OptOutPhrase>
const OptOutPhrases = rowsUpTo(OptOutPhrase, 50)

/** Refuses a phrase without effect, and one by which contacts would leave without meaning it. */
const DifferentOptOutPhrases = readsAs<OptOutPhrase[]>()(
  v.pipe(
    OptOutPhrases,
    refuseRows<OptOutPhrase>('phrase', ({ phrase }, index, phrases) => {
      const meant = phraseOf(phrase)
      const meaning = readAnswer(phrase)
      if (meaning) return meaning === 'optOut' ? 'optOutKnown' : 'optOutAnswer'
      if (!/\p{L}{2}|\p{Extended_Pictographic}/u.test(meant)) return 'optOutPhrase'
      return phrases.findIndex((other) => phraseOf(other.phrase) === meant) < index ? 'taken' : undefined
    }),
  ),
)

export const CampaignSettings = v.object({
  messageInterval: wholeNumber(0, secondsMax),
  /** Messages before the longer interval; 0 for never. */
  longerIntervalAfter: wholeNumber(0, 1000),
  greaterInterval: wholeNumber(0, secondsMax),
  variables: Variables,
  sabado: flagOr(false),
  domingo: flagOr(false),
  /** The same time twice is the whole day; may cross midnight. */
  startHour: Hour,
  endHour: Hour,
  optOutMessage: textOrNone(4096),
  optOutPhrases: OptOutPhrases,
})
export type CampaignSettings = v.InferOutput<typeof CampaignSettings>

/** The opt-out confirmation's default depends on the language. */
export const defaultSettings: Omit<CampaignSettings, 'optOutMessage'> = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  sabado: false,
  domingo: false,
  startHour: '09:00',
  endHour: '18:00',
  optOutPhrases: [],
}

/** The settings as they are saved; stored ones from before may contain variables and phrases without effect. */
export const SavedCampaignSettings = v.object({
  ...CampaignSettings.entries,
  variables: DifferentVariables,
  optOutPhrases: DifferentOptOutPhrases,
})

export const CampaignSettingsBody = v.object({ settings: v.partial(SavedCampaignSettings) })

/** Null: by the age of the account. */
export const ConnectionLimitBody = v.object({
  whatsappId: Id,
  dailyLimit: v.nullable(wholeNumber(1, 100_000)),
})
