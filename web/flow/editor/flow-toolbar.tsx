import { useSignals } from '@preact/signals-react/runtime'
import { useReactFlow } from 'reactflow'
import { links } from '../../app/links'
import { useTexts } from '../../i18n/i18n'
import { Button, IconButton } from '../../ui/button/button'
import { Combobox } from '../../ui/select/combobox'
import { cutText } from '../../ui/text/cut-text'
import {
  ArrowLeft,
  CircleCheck,
  Download,
  Ellipsis,
  History,
  Keyboard,
  Map as MapIcon,
  Minus,
  Play,
  Plus,
  Redo2,
  Scan,
  TriangleAlert,
  Undo2,
  Upload,
  Wand,
} from '../../ui/icons'
import { Link } from '../../ui/display/link'
import { Menu } from '../../ui/popup/menu'
import { StatusPill } from '../../ui/display/labels'
import type { FlowProblem } from '../../../src/flow/edit/flow-problems.contract'
import { useFlowEditor } from './editor-context'
import { kindName } from './node/node-kinds'
import { summaryOf } from './node/node-summary'
import { useFit } from './canvas/use-fit'
import { motionMs } from '../../ui/layout/use-media'

export type SidePart = 'outline' | 'problems' | 'simulator' | 'versions' | 'import' | 'keys'

interface FlowHeaderProps {
  name: string
  active: boolean
  saving: boolean
  problems: readonly FlowProblem[]
  onSave: () => void
  onShow: (part: SidePart) => void
  onExport: () => void
  onLayout: () => void
}

export function FlowHeader(props: FlowHeaderProps) {
  useSignals()
  const texts = useTexts('flowEditor')
  const t = texts.flowEditor
  const { model } = useFlowEditor()
  const dirty = model.dirty.value
  return (
    <header className="flow-header row">
      <Link className="flow-back" href={links.flows()} aria-label={t.back}>
        <ArrowLeft size={18} aria-hidden />
      </Link>
      <div className="flow-heading">
        <h1 className="flow-title truncate">
          <bdi>{props.name}</bdi>
        </h1>
        <p className="flow-name-line row">
          <span className="truncate">{t.title}</span>
          {!props.active && <StatusPill kind="neutral">{t.inactive}</StatusPill>}
        </p>
      </div>
      <p className="flow-hint truncate" data-dirty={dirty || undefined} role="status">
        {dirty ? t.hint : t.allSaved}
      </p>
      <div className="flow-header-actions">
        <HistoryButtons />
        <ProblemsButton problems={props.problems} onShow={() => props.onShow('problems')} />
        <Button className="flow-test" icon={Play} onClick={() => props.onShow('simulator')}>
          {t.test}
        </Button>
        <Menu
          align="end"
          items={[
            { label: t.layout, icon: Wand, onSelect: props.onLayout },
            { label: t.history, icon: History, onSelect: () => props.onShow('versions') },
            'separator',
            { label: t.import, icon: Upload, onSelect: () => props.onShow('import') },
            { label: t.export, icon: Download, onSelect: props.onExport },
            'separator',
            { label: t.keys.help, icon: Keyboard, onSelect: () => props.onShow('keys') },
          ]}
          trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={t.moreActions} />}
        />
        <Button variant="primary" loading={props.saving} onClick={props.onSave}>
          {t.save}
        </Button>
      </div>
    </header>
  )
}

function HistoryButtons() {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { model } = useFlowEditor()
  return (
    <span className="flow-history-buttons">
      <IconButton
        icon={Undo2}
        label={t.undo}
        keys={['mod', 'Z']}
        disabled={!model.canUndo.value}
        onClick={model.undo}
      />
      <IconButton
        icon={Redo2}
        label={t.redo}
        keys={['mod', 'shift', 'Z']}
        disabled={!model.canRedo.value}
        onClick={model.redo}
      />
    </span>
  )
}

function ProblemsButton({ problems, onShow }: { problems: readonly FlowProblem[]; onShow: () => void }) {
  const t = useTexts('flowEditor').flowEditor.problems
  const hasErrors = problems.some(({ level }) => level === 'error')
  if (problems.length === 0) return <IconButton icon={CircleCheck} label={t.none} onClick={onShow} />
  return (
    <Button
      variant="ghost"
      icon={TriangleAlert}
      className="flow-problems-button"
      data-level={hasErrors ? 'error' : 'warning'}
      onClick={onShow}
    >
      {hasErrors ? t.button(problems.length) : t.warningsButton(problems.length)}
    </Button>
  )
}

const summaryLengthMax = 60

export function NodeSearch({ onChoose }: { onChoose: (nodeId: string) => void }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { model } = useFlowEditor()
  const options = model.content.value.nodes.map((node) => {
    const summary = cutText(summaryOf(t, node), summaryLengthMax)
    return { value: node.id, label: kindName(t, node), ...(summary && { description: summary }) }
  })
  return (
    <div className="flow-search">
      <Combobox<string>
        label={t.search}
        placeholder={t.search}
        value={null}
        options={options}
        onValueChange={(id) => id !== null && onChoose(id)}
      />
    </div>
  )
}

export function ZoomButtons({ isMapShown, onToggleMap }: { isMapShown: boolean; onToggleMap: () => void }) {
  const t = useTexts('flowEditor').flowEditor
  const { isNarrow } = useFlowEditor()
  const { zoomIn, zoomOut } = useReactFlow()
  const fit = useFit()
  const duration = 150
  return (
    <div className="flow-zoom" role="group" aria-label={t.map}>
      <IconButton
        icon={Plus}
        label={t.zoomIn}
        size="s"
        side="right"
        onClick={() => void zoomIn({ duration: motionMs(duration) })}
      />
      <IconButton
        icon={Minus}
        label={t.zoomOut}
        size="s"
        side="right"
        onClick={() => void zoomOut({ duration: motionMs(duration) })}
      />
      <IconButton icon={Scan} label={t.fit} size="s" side="right" keys={['F']} onClick={fit} />
      {!isNarrow && (
        <IconButton icon={MapIcon} label={t.map} size="s" side="right" pressed={isMapShown} onClick={onToggleMap} />
      )}
    </div>
  )
}
