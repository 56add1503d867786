import type { ComponentType } from 'react'
import type { FlowNode, NodeType } from '../../../../src/flow/flow.contract'
import type { OpenPart } from '../editor-context'
import { useFlowEditor } from '../editor-context'
import { ConditionForm, MenuForm } from '../forms/choice-forms'
import { ContentForm } from '../forms/content-form'
import { AudioForm, ImageForm, VideoForm } from '../forms/media-forms'
import type { NodeChange, NodeFormProps } from '../forms/node-form'
import { AgentForm, TagForm, TicketForm } from '../forms/record-forms'
import { IntervalForm, MessageForm, RandomizerForm } from '../forms/text-forms'
import { knownKind } from './node-kinds'

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
}

interface NodeDialogProps {
  part: Extract<OpenPart, { part: 'create' | 'edit' }>
  close: () => void
  /** Adds a node of that kind. */
  create: (part: Extract<OpenPart, { part: 'create' }>, data: FlowNode['data']) => void
}

/** The panel that adds or edits a node, by its kind. */
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

/** Fields that a form has cleared are not stored. */
function withoutEmpty(data: FlowNode['data']): FlowNode['data'] {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}
