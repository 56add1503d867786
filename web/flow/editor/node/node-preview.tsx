import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import type { TicketPriority } from '../../../../src/ticket/ticket-priority.contract'
import { useTexts } from '../../../i18n/i18n'
import { priorityIcons } from '../../../ticket/priority-mark'
import { Chip } from '../../../ui/display/labels'
import {
  AudioLines,
  Image,
  MessageSquareText,
  Mic,
  TextCursorInput,
  Timer,
  TriangleAlert,
  Video,
} from '../../../ui/icons'
import { useBrokenImage } from '../../../ui/display/avatar'
import { numberOf } from '../drawing/drawing'
import { textOf } from '../../../../src/kernel/untyped-json.contract'
import { describeTrigger, triggerIcons } from '../../triggers/describe-trigger'
import { useFlowEditor } from '../editor-context'
import { knownKind } from './node-kinds'
import { elementsOf, priorityOf, referenceOf, type DrawnElement } from './node-summary'

export const publicFile = (name: string) => `/public/${encodeURIComponent(name)}`

export function NodePreview({ node }: { node: FlowNode }) {
  const t = useTexts('flowEditor').flowEditor.preview
  const { data } = node
  switch (knownKind(node)) {
    case 'start':
      return <Start />
    case 'message':
      return <FlowText text={textOf(data['label'])} />
    case 'menu':
      return <FlowText text={textOf(data['message'])} />
    case 'interval':
      return <p className="flow-card-note">{t.seconds(numberOf(data['sec'], 0))}</p>
    case 'condition':
      return <Condition data={data} />
    case 'randomizer':
      return <Division percent={numberOf(data['percent'], 50)} />
    case 'img':
    case 'audio':
    case 'video':
      return (
        <File type={knownKind(node) as 'img'} name={textOf(data['url'])} record={data['record'] === true} original="" />
      )
    case 'ticket':
    case 'tag':
    case 'agent':
      return <Reference kind={knownKind(node) as 'ticket'} data={data} />
    case 'priority':
      return <Priority priority={priorityOf(data)} />
    case 'singleBlock':
      return <Block elements={elementsOf(data)} />
    default:
      return <p className="flow-card-note">{t.unknown}</p>
  }
}

const shownTriggers = 3

function Start() {
  const texts = useTexts('flow', 'flowEditor')
  const t = texts.flow.triggers
  const { triggers } = useFlowEditor()
  if (!triggers) return <p className="flow-card-note">{texts.flowEditor.preview.start}</p>
  const active = triggers.filter((trigger) => trigger.active)
  if (active.length === 0) {
    return (
      <p className="flow-card-missing row">
        <TriangleAlert size={14} aria-hidden />
        <span>{t.none}</span>
      </p>
    )
  }
  return (
    <div className="flow-card-elements">
      {active.slice(0, shownTriggers).map((trigger) => {
        const Icon = triggerIcons[trigger.kind]
        return (
          <div className="flow-card-element" key={`${trigger.kind} ${trigger.id} ${trigger.name}`}>
            <Icon size={14} aria-hidden />
            <bdi className="truncate">{describeTrigger(t, trigger)}</bdi>
          </div>
        )
      })}
      {active.length > shownTriggers && <p className="flow-card-note">{t.more(active.length - shownTriggers)}</p>}
    </div>
  )
}

function FlowText({ text }: { text: string }) {
  const t = useTexts('flowEditor').flowEditor.preview
  if (text.trim() === '') return <p className="flow-card-note">{t.empty}</p>
  return <p className="flow-card-text">{withVariables(text)}</p>
}

function withVariables(text: string): ReactNode[] {
  return text
    .slice(0, 400)
    .split(/(\{\{?[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ -]{0,40}\}?\})/u)
    .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part.replace(/[{}]/g, '')}</code>))
}

function Condition({ data }: { data: FlowNode['data'] }) {
  const t = useTexts('flowEditor').flowEditor
  const sign = t.signs[numberOf(data['condition'], 1) as 1] ?? '='
  return (
    <p className="flow-card-condition row">
      <code>{textOf(data['key']) || '…'}</code>
      <span>{sign}</span>
      <bdi className="truncate">{String(data['value'] ?? '') || '…'}</bdi>
    </p>
  )
}

function Division({ percent }: { percent: number }) {
  return (
    <span className="flow-card-division" aria-hidden>
      <span style={{ flexGrow: percent }} />
      <span style={{ flexGrow: 100 - percent }} />
    </span>
  )
}

/** The record's current name; a reference to a missing record says so. */
function Reference({ kind, data }: { kind: 'ticket' | 'tag' | 'agent'; data: FlowNode['data'] }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor.preview
  const { records } = useFlowEditor()
  const { id, name, color } = referenceOf(data)
  const known = { ticket: records.value.queues, tag: records.value.tags, agent: records.value.agents }[kind]
  const found = known?.find((record) => record.id === id)
  if (id > 0 && (found || !known)) return <Chip label={found?.name ?? name} color={found ? found.color : color} />
  return (
    <p className="flow-card-missing row">
      <TriangleAlert size={14} aria-hidden />
      <span className="truncate">
        {t.chooseAgain}
        {name && `: ${name}`}
      </span>
    </p>
  )
}

/** An import may lack it, or name one that does not exist. */
function Priority({ priority }: { priority: TicketPriority | undefined }) {
  const t = useTexts('flowEditor').flowEditor
  if (!priority) {
    return (
      <p className="flow-card-missing row">
        <TriangleAlert size={14} aria-hidden />
        <span>{t.preview.chooseAgain}</span>
      </p>
    )
  }
  const Icon = priorityIcons[priority]
  return (
    <p className="flow-card-note row">
      <Icon size={14} aria-hidden />
      <span>{t.priorities[priority]}</span>
    </p>
  )
}

const shownElements = 5

function Block({ elements }: { elements: readonly DrawnElement[] }) {
  const t = useTexts('flowEditor').flowEditor.preview
  if (elements.length === 0) return <p className="flow-card-note">{t.empty}</p>
  return (
    <div className="flow-card-elements">
      {elements.slice(0, shownElements).map((element) => (
        <Element key={element.number} element={element} />
      ))}
      {elements.length > shownElements && <p className="flow-card-note">+{elements.length - shownElements}</p>}
    </div>
  )
}

function Element({ element: { type, value, original, record, question } }: { element: DrawnElement }) {
  const t = useTexts('flowEditor').flowEditor.preview
  switch (type) {
    case 'message':
      return (
        <div className="flow-card-element">
          <MessageSquareText size={14} aria-hidden />
          <FlowText text={value} />
        </div>
      )
    case 'input':
      return (
        <div className="flow-card-element" data-waits>
          <TextCursorInput size={14} aria-hidden />
          <div className="flow-card-question">
            {question.text.trim() !== '' && <FlowText text={question.text} />}
            <span className="truncate">{t.input(value)}</span>
          </div>
        </div>
      )
    case 'interval':
      return (
        <div className="flow-card-element">
          <Timer size={14} aria-hidden />
          <span className="truncate">{t.seconds(numberOf(value, 0))}</span>
        </div>
      )
    case 'img':
    case 'audio':
    case 'video':
      return <File type={type} name={value} original={original} record={record} />
    default:
      return null
  }
}

interface FileProps {
  type: 'img' | 'audio' | 'video'
  name: string
  original: string
  record: boolean
}

function File({ type, name, original, record }: FileProps) {
  const t = useTexts('flowEditor').flowEditor.preview
  const src = type === 'img' && name ? publicFile(name) : undefined
  const { broken, watch } = useBrokenImage(src)
  if (src && !broken) {
    return <img className="flow-card-image" src={src} alt={original} draggable={false} loading="lazy" {...watch} />
  }
  const Icon = type === 'img' ? Image : type === 'video' ? Video : record ? Mic : AudioLines
  const missing = type === 'img' ? t.chooseAgain : t.empty
  return (
    <div className="flow-card-element">
      <Icon size={14} aria-hidden />
      <span className="truncate">
        {name === '' || type === 'img' ? missing : record ? t.voice : original || t.file}
      </span>
    </div>
  )
}
