import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { TagView } from '../../src/tag/tag.record'
import { canWriteLaneTexts } from '../../src/tag/tag.policy'
import { useUser } from '../app/app-context'
import { useConnections } from '../connection/use-connections'
import { useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import type { Option } from '../ui/select/option'
import { Select } from '../ui/select/select'
import { TextArea } from '../ui/field/text-area'
import { TimeInput } from '../ui/field/time-input'
import { VariableList } from '../message/variable-list'
import { useLookup } from '../app/use-fetched'
import * as v from 'valibot'
import { TagBody } from '../../src/tag/tag.contract'
import { swatchColours } from '../ui/colour/colour'
import { keysOf } from '../../src/kernel/typed-object.contract'

const none = 0

export function LaneFields({ form, id }: { form: FormModel<TagValues>; id: number | undefined }) {
  useSignals()
  const t = useTexts('tag').tag
  const lanes = useLanes().filter((lane) => lane.id !== id)
  const later = form.fields.daysForRemarketing.value.value
  const mayWrite = canWriteLaneTexts(actorOf(useUser()))
  const hasMessage = form.fields.messageRemarketing.value.value.trim() !== ''
  return (
    <>
      <FormField
        form={form}
        name="greetingMessageLane"
        label={t.fields.greeting}
        help={mayWrite ? t.fields.greetingHelp : t.fields.textsOfAdmins}
      >
        {(field) => <TextArea {...field} rows={3} disabled={!mayWrite} />}
      </FormField>
      {mayWrite && <VariableList label={t.fields.variables} />}
      <h3 className="tag-section">{t.sections.time}</h3>
      <NumberField
        form={form}
        name="timeLane"
        label={t.fields.time}
        help={t.fields.timeHelp}
        unit={t.fields.hours}
        example={24}
      />
      <LaneSelect
        form={form}
        name="nextLaneId"
        label={t.fields.next}
        lanes={lanes}
        help={<Chain form={form} lanes={lanes} />}
      />
      <LaneSelect
        form={form}
        name="rollbackLaneId"
        label={t.fields.rollback}
        lanes={lanes}
        help={t.fields.rollbackHelp}
      />
      <h3 className="tag-section">{t.sections.remarketing}</h3>
      <NumberField
        form={form}
        name="daysForRemarketing"
        label={t.fields.days}
        help={mayWrite || hasMessage ? t.fields.daysHelp : t.fields.textsOfAdmins}
        unit={t.fields.daysUnit}
        disabled={!mayWrite && !hasMessage}
        example={7}
      />
      {(later ?? 0) > 0 && <RemarketingFields form={form} lanes={lanes} mayWrite={mayWrite} />}
    </>
  )
}

interface LanesProps {
  form: FormModel<TagValues>
  lanes: readonly TagView[]
}

function RemarketingFields({ form, lanes, mayWrite }: LanesProps & { mayWrite: boolean }) {
  const t = useTexts('tag').tag
  const connections = useConnections() ?? []
  const options = connections.map((connection) => ({ value: connection.id, label: connection.name }))
  return (
    <>
      <FormField form={form} name="hourRemarketing" label={t.fields.hour} required>
        {(field) => <TimeInput {...field} placeholder="09:30" />}
      </FormField>
      <FormField
        form={form}
        name="messageRemarketing"
        label={t.fields.message}
        help={mayWrite ? undefined : t.fields.textsOfAdmins}
        required
      >
        {(field) => <TextArea {...field} rows={3} disabled={!mayWrite} />}
      </FormField>
      <FormField form={form} name="whatsappIdRemarketing" label={t.fields.connection}>
        {({ value, onValueChange, onBlur }) => (
          <Select<number>
            value={value ?? none}
            options={[{ value: none, label: t.fields.ownConnection }, ...options]}
            onValueChange={(chosen) => onValueChange(chosen || null)}
            onBlur={onBlur}
          />
        )}
      </FormField>
      <LaneSelect form={form} name="tagIdAfterRemarketing" label={t.fields.after} lanes={lanes} />
    </>
  )
}

interface LaneSelectProps extends LanesProps {
  name: 'nextLaneId' | 'rollbackLaneId' | 'tagIdAfterRemarketing'
  label: string
  help?: ReactNode
}

function LaneSelect({ form, name, label, lanes, help }: LaneSelectProps) {
  const t = useTexts('tag').tag
  const options: Option<number>[] = lanes.map((lane) => ({ value: lane.id, label: lane.name, color: lane.color }))
  return (
    <FormField form={form} name={name} label={label} help={help}>
      {({ value, onValueChange, onBlur }) => (
        <Select<number>
          value={value ?? none}
          options={[{ value: none, label: t.fields.noLane }, ...options]}
          onValueChange={(chosen) => onValueChange(chosen || null)}
          onBlur={onBlur}
        />
      )}
    </FormField>
  )
}

function Chain({ form, lanes }: LanesProps) {
  useSignals()
  const t = useTexts('tag').tag
  const { name, timeLane, nextLaneId } = form.values.value
  const steps = [name || '…']
  const seen = new Set<number>()
  let [hours, next]: [number, number | null] = [timeLane ?? 0, nextLaneId]
  while (hours > 0 && next !== null && !seen.has(next)) {
    seen.add(next)
    const lane = lanes.find(({ id }) => id === next)
    if (!lane) break
    steps.push(t.fields.step(hours), lane.name)
    ;[hours, next] = [lane.timeLane, lane.nextLaneId]
  }
  return <>{steps.length > 1 ? steps.join(' → ') : t.fields.nextHelp}</>
}

function useLanes(): readonly TagView[] {
  return useLookup((api, signal) => api.get('/tags/list', { query: { kanban: '1' }, signal }), true, 'tag') ?? []
}

const Fields = v.object({
  ...v.required(TagBody).entries,
  color: TagBody.entries.color.wrapped,
  kanban: v.boolean(),
})
export type TagValues = v.InferInput<typeof Fields>

const remarkets = ({ kanban, daysForRemarketing }: { kanban: boolean; daysForRemarketing: number }) =>
  kanban && daysForRemarketing > 0

export const TagForm = v.pipe(
  Fields,
  v.forward(
    v.check((tag) => !tag.kanban || tag.timeLane === 0 || tag.nextLaneId !== null, 'nextLaneRequired'),
    ['nextLaneId'],
  ),
  v.forward(
    v.check((tag) => !remarkets(tag) || tag.hourRemarketing !== '', 'required'),
    ['hourRemarketing'],
  ),
  v.forward(
    v.check((tag) => !remarkets(tag) || tag.messageRemarketing.trim() !== '', 'required'),
    ['messageRemarketing'],
  ),
)

/** Fields of the first tab; all others are on the second. */
export const labelFields = ['name', 'color', 'kanban'] as const satisfies (keyof TagValues)[]
const fieldNames = keysOf(Fields.entries)
export const laneFields = fieldNames.filter((name) => !labelFields.some((other) => other === name))

export const randomColor = () => swatchColours[Math.floor(Math.random() * swatchColours.length)] ?? swatchColours[0]
