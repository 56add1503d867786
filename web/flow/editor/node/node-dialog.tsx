import type { ComponentType } from 'react'
import type { FlowNode, NodeType } from '../../../../src/flow/flow.contract'
import { type OpenPart, useFlowEditor } from '../editor-context'
import { ConditionForm, MenuForm, PriorityForm } from '../forms/choice-forms'
import { ContentForm } from '../forms/content-form'
import { type NodeChange, type NodeFormProps, NodeFormDialog } from '../forms/node-form'
import { IntervalForm, MessageForm, RandomizerForm } from '../forms/text-forms'
import { knownKind } from './node-kinds'
import * as v from 'valibot'
import { useTexts } from '../../../i18n/i18n'
import { FormField } from '../../../ui/form/form-field'
import { Switch } from '../../../ui/field/switch'
import { textOf } from '../../../../src/kernel/untyped-json.contract'
import { MediaField, type FlowMediaType } from '../forms/media-field'
import { useSignals } from '@preact/signals-react/runtime'
import { Combobox } from '../../../ui/select/combobox'
import type { Option } from '../../../ui/select/option'
import type { NamedRecord } from '../flow-records'
import { referenceOf } from './node-summary'

type RecordKind = 'ticket' | 'tag' | 'agent'

const TicketForm = (props: NodeFormProps) => <RecordForm {...props} kind="ticket" />
const TagForm = (props: NodeFormProps) => <RecordForm {...props} kind="tag" />
const AgentForm = (props: NodeFormProps) => <RecordForm {...props} kind="agent" />

function RecordForm({ kind, ...props }: NodeFormProps & { kind: RecordKind }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { records } = useFlowEditor()
  const { queues, tags, agents } = records.value
  const known = { ticket: queues, tag: tags, agent: agents }[kind]
  const texts = {
    ticket: {
      label: t.fields.queue,
      help: t.fields.ticketHelp,
      missing: 'flowQueue',
    },
    tag: { label: t.fields.tag, help: t.fields.tagHelp, missing: 'flowTag' },
    agent: {
      label: t.fields.agent,
      help: t.fields.agentHelp,
      missing: 'flowAgent',
    },
  }[kind]
  const { id } = referenceOf(props.data ?? {})
  return (
    <NodeFormDialog
      {...props}
      kind={kind}
      schema={v.object({
        id: v.pipe(
          v.nullable(v.number()),
          v.check((chosen) => chosen !== null, texts.missing),
        ),
      })}
      initial={{ id: id > 0 && known?.some((record) => record.id === id) !== false ? id : null }}
      toChange={({ id: chosen }) => ({ data: recordData(known, chosen) })}
    >
      {(form) => (
        <FormField form={form} name="id" label={texts.label} help={texts.help} required>
          {({ value, onValueChange, onBlur }) => (
            <Combobox<number>
              value={value}
              onValueChange={(chosen) => onValueChange(chosen)}
              onBlur={onBlur}
              options={(known ?? []).map((record) => optionOf(record, t.fields.lane))}
            />
          )}
        </FormField>
      )}
    </NodeFormDialog>
  )
}

function optionOf({ id, name, color, isLane }: NamedRecord, lane: string): Option<number> {
  return { value: id, label: name, ...(color && { color }), ...(isLane && { description: lane }) }
}

/** `data` of other systems, which nest the record, is replaced. */
function recordData(known: readonly NamedRecord[] | undefined, id: number | null) {
  const record = known?.find((one) => one.id === id)
  return { data: undefined, id, name: record?.name ?? '', ...(record?.color && { color: record.color }) }
}

const ImageForm = (props: NodeFormProps) => <MediaForm {...props} kind="img" />
const AudioForm = (props: NodeFormProps) => <MediaForm {...props} kind="audio" />
const VideoForm = (props: NodeFormProps) => <MediaForm {...props} kind="video" />

function MediaForm({ kind, ...props }: NodeFormProps & { kind: FlowMediaType }) {
  const t = useTexts('flowEditor').flowEditor
  const texts = {
    img: { label: t.fields.image, help: t.fields.imageHelp },
    audio: { label: t.fields.audio, help: t.fields.audioHelp },
    video: { label: t.fields.video, help: t.fields.videoHelp },
  }[kind]
  return (
    <NodeFormDialog
      {...props}
      kind={kind}
      schema={v.object({
        url: v.pipe(v.string(), v.minLength(1, 'flowMediaRequired')),
        record: v.boolean(),
      })}
      initial={{ url: textOf(props.data?.['url']), record: props.data?.['record'] === true }}
      toChange={({ url, record }) => ({ data: kind === 'audio' ? { url, record } : { url } })}
    >
      {(form) => (
        <>
          <FormField form={form} name="url" label={texts.label} help={texts.help} group required>
            {({ value, onValueChange }) => (
              <MediaField type={kind} name={value} original="" onUploaded={(name) => onValueChange(name)} />
            )}
          </FormField>
          {kind === 'audio' && (
            <FormField form={form} name="record" label={t.fields.record} layout="inline">
              {({ value, onValueChange, onBlur }) => (
                <Switch checked={value} onCheckedChange={onValueChange} onBlur={onBlur} />
              )}
            </FormField>
          )}
        </>
      )}
    </NodeFormDialog>
  )
}

const forms: Readonly<Partial<Record<NodeType, ComponentType<NodeFormProps>>>> = {
  singleBlock: ContentForm,
  message: MessageForm,
  menu: MenuForm,
  condition: ConditionForm,
  randomizer: RandomizerForm,
  interval: IntervalForm,
  img: ImageForm,
  audio: AudioForm,
  video: VideoForm,
  ticket: TicketForm,
  tag: TagForm,
  agent: AgentForm,
  priority: PriorityForm,
}

interface NodeDialogProps {
  part: Extract<OpenPart, { part: 'create' | 'edit' }>
  close: () => void
  create: (part: Extract<OpenPart, { part: 'create' }>, data: FlowNode['data']) => void
}

export function NodeDialog({ part, close, create }: NodeDialogProps) {
  const { model } = useFlowEditor()
  const node = part.part === 'edit' ? model.findNode(part.nodeId) : undefined
  const kind = part.part === 'create' ? part.kind : node && knownKind(node)
  const Form = kind && forms[kind]
  if (!Form) return null

  function save({ data, handles }: NodeChange) {
    if (part.part === 'create') create(part, withoutEmpty(data))
    else model.setData(part.nodeId, withoutEmpty(data), handles)
  }

  return <Form data={node?.data} save={save} close={close} />
}

function withoutEmpty(data: FlowNode['data']): FlowNode['data'] {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}
