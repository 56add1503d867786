import { useSignals } from '@preact/signals-react/runtime'
import { Panel, ReactFlowProvider, useReactFlow, type OnConnectEnd } from 'reactflow'
import { useCallback, useMemo, useRef, useState, type RefObject, useEffect } from 'react'
import type { ImportedFlow, OpenedFlow, FlowTriggerView } from '../../../src/flow/flow.calls'
import { useTexts } from '../../i18n/i18n'
import { useUnsavedGuard } from '../../ui/form/form'
import { IconButton } from '../../ui/button/button'
import { List, Plus } from '../../ui/icons'
import { useMedia } from '../../ui/layout/use-media'
import { FlowImport } from '../flow-import'
import { useExportFlow } from '../use-export-flow'
import { AddNode } from './canvas/add-node'
import { ConnectDialog } from './canvas/connect-dialog'
import { EditorContext, useFlowEditor, type OpenPart, type FreeOutput } from './editor-context'
import { FlowCanvas } from './canvas/flow-canvas'
import type { Card } from './node/flow-cards'
import { createFlowEditor, type Position } from './flow-editor-model'
import { createProblems } from './panel/flow-problems'
import { EmptyHint, Notices, FlowConflictDialog } from './flow-notices'
import { useFlowRecords } from './flow-records'
import { FlowHeader, NodeSearch, ZoomButtons, type SidePart } from './flow-toolbar'
import { NodeDialog } from './node/node-dialog'
import { nodeName } from './node/node-summary'
import { OutlinePanel, ProblemsPanel } from './panel/side-panel'
import { SimulatorPanel } from './panel/simulator-panel'
import { useDraft } from './saving/use-draft'
import { useEditorKeys } from './use-editor-keys'
import { useFlowSaving } from './saving/use-flow-saving'
import { useNodeActions } from './node/use-node-actions'
import { StartDialog } from '../triggers/start-dialog'
import { VersionsPanel } from './drawing/versions-panel'
import type { LiveEvent } from '../../../src/kernel/live/live-events.contract'
import { useLookup } from '../../app/use-fetched'
import { Dialog } from '../../ui/dialog/dialog'
import { KeyboardHint } from '../../ui/popup/keyboard-hint'
import type { NodeType } from '../../../src/flow/flow.contract'

export function FlowEditor({ flow }: { flow: OpenedFlow }) {
  return (
    <ReactFlowProvider>
      <Editor flow={flow} />
    </ReactFlowProvider>
  )
}

function Editor({ flow }: { flow: OpenedFlow }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const [model] = useState(() => createFlowEditor(flow.flow, (node) => nodeName(t, node)))
  const records = useFlowRecords()
  const triggers = useFlowTriggers(flow.id)
  const isNarrow = useMedia('(max-width: 767px)', { onServer: false })
  const [part, open] = useState<OpenPart>()
  const [side, show] = useState<SidePart>()
  const [activeNode, setActiveNode] = useState<string>()
  const saving = useFlowSaving({ flow, model, onRefused: () => show('problems') })
  const [problems] = useState(() => createProblems(model.content, records, saving.missingFiles))
  useUnsavedGuard({ dirty: model.dirty, saving: saving.saving })
  const exportFlow = useExportFlow()
  const actions = useNodeActions(model)
  const { duplicate, reveal } = actions
  const context = useMemo(
    () => ({ model, records, triggers, isNarrow, open, duplicate, reveal, problemsOf: problems.errorOf, activeNode }),
    [model, records, triggers, isNarrow, duplicate, reveal, problems, activeNode],
  )
  const close = () => open(undefined)
  const closeSide = useCallback(() => show(undefined), [])

  function showFromList(id: string) {
    if (isNarrow) closeSide()
    requestAnimationFrame(() => void actions.show(id))
  }

  function onImported({ problems: found, unresolved }: ImportedFlow) {
    void saving.reload(found)
    if (unresolved.length === 0 && found.length > 0) show('problems')
  }

  return (
    <EditorContext value={context}>
      <div className="flow-editor" data-side={side}>
        <FlowHeader
          name={flow.name}
          active={flow.active}
          saving={saving.saving.value}
          problems={problems.all.value}
          onSave={() => void saving.save()}
          onShow={(next) => show(next === side ? undefined : next)}
          onExport={() => void exportFlow(flow)}
          onLayout={() => void actions.layout()}
        />
        <Notices saving={saving} draft={useDraft(flow.id, model)} />
        <div className="flow-body">
          <Canvas
            actions={actions}
            save={saving.save}
            onOutline={() => show(side === 'outline' ? undefined : 'outline')}
          />
          {side === 'outline' && <OutlinePanel onChoose={showFromList} close={closeSide} />}
          {side === 'problems' && (
            <ProblemsPanel problems={problems.all.value} onChoose={(id) => void actions.show(id)} close={closeSide} />
          )}
          {side === 'versions' && <VersionsPanel flowId={flow.id} saving={saving} close={closeSide} />}
          {side === 'simulator' && <SimulatorPanel close={closeSide} onNode={setActiveNode} />}
        </div>
      </div>
      {part && <PartDialog part={part} flow={flow} close={close} create={actions.create} />}
      <FlowConflictDialog saving={saving} />
      {side === 'keys' && <KeysDialog close={closeSide} />}
      {side === 'import' && <FlowImport flow={flow} close={closeSide} onImported={onImported} />}
    </EditorContext>
  )
}

interface PartDialogProps {
  part: OpenPart
  flow: OpenedFlow
  close: () => void
  create: ReturnType<typeof useNodeActions>['create']
}

function PartDialog({ part, flow, close, create }: PartDialogProps) {
  const { model, triggers } = useFlowEditor()
  if (part.part === 'connect') return <ConnectDialog nodeId={part.nodeId} handle={part.handle} close={close} />
  if (part.part === 'edit' && model.findNode(part.nodeId)?.type === 'start') {
    return <StartDialog flow={flow} triggers={triggers} close={close} />
  }
  return <NodeDialog part={part} close={close} create={create} />
}

interface CanvasProps {
  actions: ReturnType<typeof useNodeActions>
  save: () => Promise<void>
  onOutline: () => void
}

function Canvas({ actions, save, onOutline }: CanvasProps) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { model, open, isNarrow } = useFlowEditor()
  const [isMapShown, setMapShown] = useState(true)
  const [announcement, setAnnouncement] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  const { dropped, setDropped, onDropLine } = useDroppedLine(frame)
  const press = useCallback((selector: string) => frame.current?.querySelector<HTMLElement>(selector), [])

  useEditorKeys({
    save: useCallback(() => void save(), [save]),
    paste: actions.paste,
    search: useCallback(() => press('.flow-search input')?.focus(), [press]),
    add: useCallback(() => press('.flow-add')?.click(), [press]),
    announce: useCallback(
      (what, count) => setAnnouncement(what === 'removed' ? t.announce.removed : t.announce[what](count)),
      [t],
    ),
  })

  function choose(kind: Parameters<typeof actions.create>[0]['kind'], line?: DroppedLine) {
    setDropped(undefined)
    const given = { part: 'create' as const, kind, ...(line && { from: line.from, at: line.at }) }
    if (kind === 'start') actions.create(given, {})
    else open(given)
  }

  return (
    <div className="flow-frame grows" ref={frame}>
      <FlowCanvas isMapShown={isMapShown} onDropLine={onDropLine}>
        <Panel position={isNarrow ? 'bottom-right' : 'top-left'}>
          <AddNode onChoose={(kind) => choose(kind)} />
        </Panel>
        <Panel position="top-right" className="flow-find">
          <IconButton className="flow-list" icon={List} label={t.outline.title} onClick={onOutline} />
          <NodeSearch onChoose={(id) => void actions.show(id)} />
        </Panel>
        <Panel position="bottom-left">
          <ZoomButtons isMapShown={isMapShown} onToggleMap={() => setMapShown((shown) => !shown)} />
        </Panel>
      </FlowCanvas>
      {dropped && <DropMenu line={dropped} onChoose={choose} onClose={() => setDropped(undefined)} />}
      {model.content.value.nodes.length <= 1 && <EmptyHint />}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

function useDroppedLine(frame: RefObject<HTMLElement | null>) {
  const { screenToFlowPosition } = useReactFlow<Card>()
  const [dropped, setDropped] = useState<DroppedLine>()
  const onDropLine: OnConnectEnd = useCallback(
    (event, state) => {
      if (!state.fromNode || state.fromHandle?.type !== 'source') return
      const point = 'changedTouches' in event ? event.changedTouches[0] : event
      if (!point) return
      const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {}
      setDropped({
        from: { source: state.fromNode.id, handle: state.fromHandle.id ?? 'a' },
        at: screenToFlowPosition({ x: point.clientX, y: point.clientY - 28 }),
        x: point.clientX - left,
        y: point.clientY - top,
      })
    },
    [frame, screenToFlowPosition],
  )
  return { dropped, setDropped, onDropLine }
}

const triggerEvents = ['flowCampaign', 'whatsapp', 'queue', 'queueIntegration', 'flow'] as const satisfies LiveEvent[]

function useFlowTriggers(flowId: number): readonly FlowTriggerView[] | undefined {
  const params = { id: flowId }
  return useLookup((api, signal) => api.get('/flowbuilder/triggers/:id', { params, signal }), true, triggerEvents)
    ?.triggers
}

function KeysDialog({ close }: { close: () => void }) {
  const t = useTexts('flowEditor').flowEditor.keys
  const keys: [string, string[]][] = [
    [t.add, ['A']],
    [t.edit, ['Enter']],
    [t.step, ['←', '↑', '→', '↓']],
    [t.ends, ['Home', 'End']],
    [t.move, ['M', '←', '↑', '→', '↓']],
    [t.connect, ['C']],
    [t.duplicate, ['D']],
    [t.remove, ['Delete']],
    [t.copy, ['mod', 'C']],
    [t.paste, ['mod', 'V']],
    [t.all, ['mod', 'A']],
    [t.box, ['shift', t.drag]],
    [t.undo, ['mod', 'Z']],
    [t.redo, ['mod', 'shift', 'Z']],
    [t.search, ['mod', 'F']],
    [t.fit, ['F']],
    [t.save, ['mod', 'S']],
  ]
  return (
    <Dialog open size="s" title={t.title} description={t.note} onClose={close}>
      <dl className="flow-keys stack">
        {keys.map(([label, hint]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <KeyboardHint keys={hint} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

interface DroppedLine {
  from: FreeOutput
  at: Position
  x: number
  y: number
}

interface DropMenuProps {
  line: DroppedLine
  onChoose: (kind: NodeType, line: DroppedLine) => void
  onClose: () => void
}

function DropMenu({ line, onChoose, onClose }: DropMenuProps) {
  const t = useTexts('flowEditor').flowEditor.node
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    frame.current?.querySelector('button')?.click()
    const away = (event: PointerEvent) => {
      if (event.target instanceof Element && !event.target.closest('.flow-drop, .popup')) onClose()
    }
    document.addEventListener('pointerdown', away, true)
    return () => document.removeEventListener('pointerdown', away, true)
  }, [line])

  return (
    <div className="flow-drop" ref={frame} style={{ left: line.x, top: line.y }}>
      <AddNode
        onChoose={(kind) => onChoose(kind, line)}
        trigger={(given) => <IconButton {...given} icon={Plus} label={t.addAfter} variant="primary" size="s" />}
      />
    </div>
  )
}
