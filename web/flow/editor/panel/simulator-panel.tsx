import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { variableKey } from '../../../../src/flow/flow-variables.contract'
import { useTexts } from '../../../i18n/i18n'
import { Button, IconButton } from '../../../ui/button/button'
import { Info, Mic, Paperclip, RotateCcw, SendHorizontal, Timer } from '../../../ui/icons'
import { TextInput } from '../../../ui/field/text-input'
import { useFlowEditor } from '../editor-context'
import { type FlowRecords, type NamedRecord, takeOverIn } from '../flow-records'
import { publicFile } from '../node/node-preview'
import { SidePanel } from './side-panel'
import { createSimulator, type SimulatedEntry, type SimulatorModel } from './simulator-model'

interface SimulatorPanelProps {
  close: () => void
  /** Called with the waiting node, which is highlighted on the canvas. */
  onNode: (nodeId: string | undefined) => void
}

const pretended = new Map(
  Object.entries({
    nome: 'Maria Silva',
    name: 'Maria Silva',
    firstName: 'Maria',
    numero: '5511999990000',
    number: '5511999990000',
    email: 'maria@exemplo.com',
  }).map(([name, value]) => [variableKey(name), value]),
)

const pretendedFile = 'image.jpeg'

/** A pretend conversation with the flow as it is drawn, saved or not. */
export function SimulatorPanel({ close, onNode }: SimulatorPanelProps) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor.simulator
  const { model, records } = useFlowEditor()
  const [simulator] = useState(() =>
    createSimulator(model.content.peek(), {
      valueOf: (name) => pretended.get(variableKey(name)),
      takeOverOf: (queueId) => takeOverIn(records.peek(), queueId),
    }),
  )
  useEffect(() => {
    simulator.restart(model.content.peek())
    return simulator.dispose
  }, [simulator, model])
  const nodeId = simulator.nodeId.value
  useEffect(() => onNode(nodeId), [nodeId, onNode])
  useEffect(() => () => onNode(undefined), [onNode])

  return (
    <SidePanel
      title={t.title}
      close={close}
      actions={
        <IconButton
          icon={RotateCcw}
          label={t.restart}
          size="s"
          onClick={() => simulator.restart(model.content.peek())}
        />
      }
      footer={<Answer simulator={simulator} />}
    >
      <p className="subtle">{t.text}</p>
      <Conversation simulator={simulator} />
      <Variables values={simulator.variables.value} />
    </SidePanel>
  )
}

function Conversation({ simulator }: { simulator: SimulatorModel }) {
  useSignals()
  const end = useRef<HTMLDivElement>(null)
  const entries = simulator.entries.value
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [entries])
  return (
    <div className="flow-talk" role="log">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      <div ref={end} />
    </div>
  )
}

function Entry({ entry }: { entry: SimulatedEntry }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { records } = useFlowEditor()
  if (entry.from === 'contact') {
    return (
      <p className="flow-bubble" data-from="contact">
        {entry.text}
      </p>
    )
  }
  const { effect } = entry
  if (effect.type === 'text') {
    return (
      <p className="flow-bubble" data-from="flow">
        {effect.text}
      </p>
    )
  }
  if (effect.type === 'media') return <Media effect={effect} />
  return (
    <p className="flow-talk-note note-text">
      <Info size={14} aria-hidden />
      {noteOf(effect, t, records.value)}
    </p>
  )
}

type Note = Exclude<Extract<SimulatedEntry, { from: 'flow' }>['effect'], { type: 'text' | 'media' }>
type EditorTexts = ReturnType<typeof useTexts<['flowEditor']>>['flowEditor']

function noteOf(
  effect: Note,
  { simulator: t, priorities }: EditorTexts,
  { queues, tags, agents }: FlowRecords,
): string {
  const nameIn = (known: readonly NamedRecord[] | undefined, id: number) =>
    known?.find((one) => one.id === id)?.name ?? `#${id}`
  switch (effect.type) {
    case 'queue':
      return t.queue(nameIn(queues, effect.queueId))
    case 'tag':
      return t.tag(nameIn(tags, effect.tagId))
    case 'priority':
      return t.priority(priorities[effect.priority])
    case 'agent':
      return t.agent(nameIn(agents, effect.agentId))
    case 'unanswered':
      return t.unanswered
    case 'problem':
      return t.problems[effect.code]
    case 'takenOver':
      return t.takenOver[effect.by]
    case 'end':
      return t.ended[effect.reason]
  }
}

type MediaEffect = Extract<Extract<SimulatedEntry, { from: 'flow' }>['effect'], { type: 'media' }>

function Media({ effect: { kind, file, record } }: { effect: MediaEffect }) {
  const t = useTexts('flowEditor').flowEditor.simulator
  const src = publicFile(file)
  return (
    <div className="flow-bubble" data-from="flow" data-media={kind}>
      {kind === 'img' && <img src={src} alt={t.image} />}
      {kind === 'video' && <video src={src} controls preload="metadata" aria-label={t.video} />}
      {kind === 'audio' && (
        <>
          {record && <Mic size={14} aria-hidden />}
          <audio src={src} controls preload="none" aria-label={t.audio} />
        </>
      )}
    </div>
  )
}

function Variables({ values }: { values: Readonly<Record<string, string>> }) {
  const t = useTexts('flowEditor').flowEditor.simulator
  const known = Object.entries(values)
  if (known.length === 0) return null
  return (
    <dl className="flow-variables" aria-label={t.variables}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd className="truncate">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Answer({ simulator }: { simulator: SimulatorModel }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor.simulator
  const { model } = useFlowEditor()
  const [text, setText] = useState('')
  const waiting = simulator.waiting.value
  const foot = useRef<HTMLElement>(null)
  const hold = (element: HTMLElement | null) => void (foot.current = element)
  useEffect(() => {
    // What had the focus is gone.
    if (document.activeElement === document.body) foot.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [waiting.kind])

  function send(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '' || waiting.kind !== 'answer') return
    simulator.answer(text)
    setText('')
  }

  if (waiting.kind === 'interval') {
    return (
      <div className="flow-side-foot row" ref={hold}>
        <span className="flow-talk-wait row">
          <Timer size={16} aria-hidden />
          {t.wait(waiting.seconds)}
        </span>
        <Button size="s" onClick={simulator.skip}>
          {t.skip}
        </Button>
      </div>
    )
  }
  if (waiting.kind === 'ended') {
    return (
      <div className="flow-side-foot row" ref={hold}>
        <Button wide icon={RotateCcw} onClick={() => simulator.restart(model.content.peek())}>
          {t.restart}
        </Button>
      </div>
    )
  }
  return (
    <form className="flow-side-foot row" ref={hold} onSubmit={send}>
      <TextInput
        value={text}
        onValueChange={setText}
        aria-label={t.answer}
        placeholder={t.answer}
        autoComplete="off"
        maxLength={4096}
      />
      <IconButton icon={Paperclip} label={t.sendFile} onClick={() => simulator.answer('', pretendedFile)} />
      <IconButton type="submit" icon={SendHorizontal} label={t.send} variant="primary" />
    </form>
  )
}
