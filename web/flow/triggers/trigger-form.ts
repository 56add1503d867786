import * as v from 'valibot'
import type { AddFlowTriggerBody } from '../../../src/integration/trigger/flow-trigger.contract'
import { TimeOfDay } from '../../../src/kernel/time/time-of-day.contract'

export type AddedKind = AddFlowTriggerBody['kind']
export const addedKinds: readonly AddedKind[] = ['phrase', 'welcome', 'notPhrase', 'scheduled', 'queue', 'option']

const chosen = v.nullable(v.number())
const values = {
  kind: v.picklist(addedKinds),
  phrase: v.string(),
  whatsappId: chosen,
  start: v.string(),
  end: v.string(),
  queueId: chosen,
  optionId: chosen,
}
type Values = v.InferOutput<v.ObjectSchema<typeof values, undefined>>
type Field = Exclude<keyof Values, 'kind'>

export const emptyTrigger: Values = {
  kind: 'phrase',
  phrase: '',
  whatsappId: null,
  start: '',
  end: '',
  queueId: null,
  optionId: null,
}

const fieldsOf: Readonly<Record<AddedKind, readonly Field[]>> = {
  phrase: ['phrase'],
  welcome: ['whatsappId'],
  notPhrase: ['whatsappId'],
  scheduled: ['whatsappId', 'start', 'end'],
  queue: ['queueId'],
  option: ['optionId'],
}

export const TriggerForm = v.pipe(
  v.object(values),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const key of fieldsOf[dataset.value.kind]) {
      const message = errorOf(key, dataset.value[key])
      const path = { type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] } as const
      if (message) addIssue({ message, path: [path] })
    }
  }),
)

function errorOf(key: Field, value: string | number | null) {
  if (key === 'start' || key === 'end') return v.is(TimeOfDay, value) ? undefined : 'scheduledTime'
  return value === null || String(value).trim() === '' ? 'required' : undefined
}

export function triggerBody(flowId: number, given: Values): AddFlowTriggerBody {
  const { kind, phrase, whatsappId, start, end, queueId, optionId } = given
  switch (kind) {
    case 'phrase':
      return { kind, flowId, phrase, whatsappId }
    case 'welcome':
    case 'notPhrase':
      return { kind, flowId, whatsappId: whatsappId ?? 0 }
    case 'scheduled':
      return { kind, flowId, whatsappId: whatsappId ?? 0, scheduledTimeRun: `${start}-${end}` }
    case 'queue':
      return { kind, flowId, queueId: queueId ?? 0 }
    case 'option':
      return { kind, flowId, optionId: optionId ?? 0 }
  }
}
