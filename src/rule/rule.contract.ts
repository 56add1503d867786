import * as v from 'valibot'
import { channelNames } from '../channel/channel-rules.contract'
import { flagOr, textOrNone, wholeNumber } from '../kernel/http/body-values'
import { IdNumber, listUpTo } from '../kernel/http/request-parts'
import { nameText } from '../kernel/text/name-text.contract'
import { weekdays } from '../kernel/time/calendar-days'
import { TimeOfDay } from '../kernel/time/time-of-day.contract'
import { stepKinds, stepsOf } from '../macro/step/step.contract'
import { ticketPriorities } from '../ticket/ticket-priority.contract'
import { ticketStatuses } from '../ticket/ticket-status'

export const triggerKinds = [
  'created',
  'status',
  'queue',
  'tagAdded',
  'tagRemoved',
  'words',
  'silence',
  'hour',
  'webhook',
] as const
export type TriggerKind = (typeof triggerKinds)[number]

const Ids = v.optional(listUpTo(IdNumber, 50, 'tooLong'), [])
export const silenceMinutesMax = 30 * 24 * 60

/** Fields of other kinds are ignored. Empty lists, and `words` without any, mean all. */
export const Trigger = v.pipe(
  v.object({
    kind: v.picklist(triggerKinds, 'invalid'),
    statuses: v.optional(listUpTo(v.picklist(ticketStatuses, 'invalid'), 6, 'tooLong'), []),
    queueIds: Ids,
    tagIds: Ids,
    /** One word or phrase a line. */
    words: v.optional(textOrNone(2000), ''),
    /** Who has not written: we since the contact, or the contact since us. */
    silent: v.optional(v.picklist(['us', 'contact'], 'invalid'), 'us'),
    minutes: v.optional(wholeNumber(1, silenceMinutesMax), 30),
    weekdays: v.optional(listUpTo(v.picklist(weekdays, 'invalid'), 7, 'tooLong'), []),
    time: v.optional(v.union([v.literal(''), TimeOfDay], 'time'), ''),
  }),
  v.forward(
    v.check(({ kind, weekdays: days }) => kind !== 'hour' || days.length > 0, 'required'),
    ['weekdays'],
  ),
  v.forward(
    v.check(({ kind, time }) => kind !== 'hour' || time !== '', 'required'),
    ['time'],
  ),
)
export type Trigger = v.InferOutput<typeof Trigger>

export const newTrigger = (kind: TriggerKind): Trigger => ({
  kind,
  statuses: [],
  queueIds: [],
  tagIds: [],
  words: '',
  silent: 'us',
  minutes: 30,
  weekdays: [],
  time: '',
})

export const operators = ['is', 'isNot', 'contains', 'containsNot', 'startsWith'] as const
export type Operator = (typeof operators)[number]

const choice: readonly Operator[] = ['is', 'isNot']
const words: readonly Operator[] = ['contains', 'containsNot']
const texts: readonly Operator[] = ['contains', 'containsNot', 'is', 'isNot', 'startsWith']

/** What is compared, how, and which part of the condition has the value. 0 among `ids` is none. */
export const conditionFields = {
  status: { operators: choice, value: 'values', choices: ticketStatuses },
  queue: { operators: choice, value: 'ids' },
  user: { operators: choice, value: 'ids' },
  priority: { operators: choice, value: 'values', choices: ticketPriorities },
  tag: { operators: choice, value: 'ids' },
  channel: { operators: choice, value: 'values', choices: channelNames },
  connection: { operators: choice, value: 'ids' },
  hours: { operators: choice, value: 'none' },
  weekday: { operators: choice, value: 'values', choices: weekdays },
  time: { operators: choice, value: 'period' },
  text: { operators: words, value: 'text' },
  name: { operators: texts, value: 'text' },
  number: { operators: texts, value: 'text' },
  email: { operators: texts, value: 'text' },
  group: { operators: choice, value: 'none' },
  called: { operators: texts, value: 'text' },
} as const satisfies Record<
  string,
  { operators: readonly Operator[]; value: 'ids' | 'values' | 'text' | 'period' | 'none'; choices?: readonly string[] }
>
export type ConditionField = keyof typeof conditionFields
const fieldNames = Object.keys(conditionFields) as ConditionField[]

const PeriodTime = v.optional(v.union([v.literal(''), TimeOfDay], 'time'), '')

type Value = (typeof conditionFields)[ConditionField]['value']
const takes = (value: Value) => (field: ConditionField) => conditionFields[field].value === value
const takesIds = takes('ids')
const takesValues = takes('values')
const takesText = takes('text')
const takesPeriod = takes('period')

export const Condition = v.pipe(
  v.object({
    field: v.picklist(fieldNames, 'invalid'),
    operator: v.optional(v.picklist(operators, 'invalid'), 'is'),
    ids: v.optional(
      listUpTo(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid')), 50, 'tooLong'),
      [],
    ),
    values: v.optional(listUpTo(v.pipe(v.string(), v.maxLength(20, 'invalid')), 20, 'tooLong'), []),
    text: v.optional(textOrNone(500), ''),
    /** Of `called`: the way to a value in the body of the call, such as `order.status`. */
    path: v.optional(textOrNone(200), ''),
    from: PeriodTime,
    to: PeriodTime,
  }),
  v.forward(
    v.check(
      ({ field, operator }) => (conditionFields[field].operators as readonly string[]).includes(operator),
      'invalid',
    ),
    ['operator'],
  ),
  v.forward(
    v.check(({ field, ids }) => !takesIds(field) || ids.length > 0, 'required'),
    ['ids'],
  ),
  v.forward(
    v.check(({ field, values }) => !takesValues(field) || values.length > 0, 'required'),
    ['values'],
  ),
  v.forward(
    v.check(({ field, values }) => values.every((one) => choicesOf(field).includes(one)), 'invalid'),
    ['values'],
  ),
  v.forward(
    v.check(({ field, text }) => !takesText(field) || text.trim() !== '', 'required'),
    ['text'],
  ),
  v.forward(
    v.check(({ field, path }) => field !== 'called' || path.trim() !== '', 'required'),
    ['path'],
  ),
  v.forward(
    v.check(({ field, from }) => !takesPeriod(field) || from !== '', 'required'),
    ['from'],
  ),
  v.forward(
    v.check(({ field, to }) => !takesPeriod(field) || to !== '', 'required'),
    ['to'],
  ),
)
export type Condition = v.InferOutput<typeof Condition>

function choicesOf(field: ConditionField): readonly string[] {
  const found = conditionFields[field]
  return 'choices' in found ? found.choices : []
}

export const newCondition = (field: ConditionField): Condition => ({
  field,
  operator: conditionFields[field].operators[0] ?? 'is',
  ids: [],
  values: [],
  text: '',
  path: '',
  from: '',
  to: '',
})

export const conditionsMax = 20
export const positionMax = 9999

const RuleFields = v.object({
  name: nameText(2, 60),
  position: v.optional(wholeNumber(0, positionMax), 0),
  trigger: Trigger,
  match: v.optional(v.picklist(['all', 'any'], 'invalid'), 'all'),
  conditions: v.optional(listUpTo(Condition, conditionsMax, 'tooLong'), []),
  steps: stepsOf(stepKinds, ['flow', 'resolve']),
})

/** `preview`: the token that the preview of the same rule answered, without which it is not switched on. */
export const RuleBody = v.object({
  ...RuleFields.entries,
  active: flagOr(false),
  preview: v.optional(textOrNone(1000), ''),
})
export type RuleBody = v.InferOutput<typeof RuleBody>

export const UpdateRuleBody = v.partial(RuleBody)
export type UpdateRuleBody = v.InferOutput<typeof UpdateRuleBody>

/** What a rule is about; its name and order do not matter to a preview. */
export const PreviewRuleBody = v.pick(RuleFields, ['trigger', 'match', 'conditions', 'steps'])
export type PreviewRuleBody = v.InferOutput<typeof PreviewRuleBody>
