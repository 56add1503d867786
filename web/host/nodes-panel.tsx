import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import type { HostedNode, HostedNodes, SharedCompany } from '../../src/host/watch/host-watch.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { IconButton } from '../ui/button/button'
import { IndicatorSection } from '../ui/display/indicator-card'
import { StatusPill } from '../ui/display/labels'
import { useAttempt } from '../ui/form/use-attempt'
import { EllipsisVertical } from '../ui/icons'
import { Menu } from '../ui/popup/menu'

/** Which node has which company; one is moved by dragging it, or by its menu. */
export function NodesPanel({ cluster }: { cluster: HostedNodes }) {
  const t = useTexts('host').host.nodes
  const { here, hasMajority, nodes, companies } = cluster
  const move = useMove()
  const running = new Set(nodes.map(({ name }) => name))
  const lost = [...new Set(companies.flatMap(({ node }) => (node === null || running.has(node) ? [] : node)))]
  const left = companies.filter(({ node }) => node === null)
  const of = (name: string) => companies.filter(({ node }) => node === name)
  return (
    <IndicatorSection id="host-nodes" title={t.title} about={t.help}>
      {!hasMajority && (
        <p className="host-advice" role="status">
          <StatusPill kind="danger">{t.noMajority}</StatusPill>
        </p>
      )}
      <div className="host-nodes">
        {nodes.map((node) => (
          <Node
            key={node.name}
            name={node.name}
            facts={node}
            isHere={node.name === here}
            companies={of(node.name)}
            nodes={nodes}
            move={move}
          />
        ))}
        {lost.map((name) => (
          <Node key={name} name={name} companies={of(name)} nodes={nodes} move={move} />
        ))}
        {left.length > 0 && <Node name={t.nobody} about={t.nobodyHelp} companies={left} nodes={nodes} move={move} />}
      </div>
    </IndicatorSection>
  )
}

type Move = (company: SharedCompany, node: string) => void

/** The new owner arrives as an event. */
function useMove(): Move {
  const t = useTexts('host').host.nodes
  const { api } = useApp()
  const attempt = useAttempt()
  return ({ id, name, node: from }, node) => {
    if (from === node) return
    const call = () => api.put('/host/companies/:id/node', { params: { id }, body: { node } })
    void attempt(call, t.moved(name, node))
  }
}

interface NodeProps {
  name: string
  /** Undefined for one that is down, and for none. */
  facts?: HostedNode
  about?: string
  isHere?: boolean
  companies: readonly SharedCompany[]
  nodes: readonly HostedNode[]
  move: Move
}

function Node({ name, facts, about, isHere = false, companies, nodes, move }: NodeProps) {
  const t = useTexts('host').host.nodes
  const format = useFormat()
  const { element, isOver } = useDropTarget(facts?.name, (company) => move(company, name))
  return (
    <section ref={element} className="host-node" aria-label={name} data-over={isOver || undefined}>
      <header className="host-node-head">
        <h3>
          <bdi>{name}</bdi>
          {isHere && <StatusPill kind="info">{t.here}</StatusPill>}
          {!facts && about === undefined && <StatusPill kind="danger">{t.lost}</StatusPill>}
        </h3>
        <p className="note-text">{facts ? t.about(facts.version, format.dateTime(facts.startedAt)) : about}</p>
        <p className="note-text">{companies.length > 0 ? t.companies(companies.length) : t.empty}</p>
      </header>
      <ul className="host-node-companies">
        {companies.map((company) => (
          <Company key={company.id} company={company} nodes={nodes} move={move} />
        ))}
      </ul>
    </section>
  )
}

function Company({ company, nodes, move }: { company: SharedCompany; nodes: readonly HostedNode[]; move: Move }) {
  const t = useTexts('host').host.nodes
  const { name, node, movesTo } = company
  const { element, isDragged } = useDraggable(company)
  const others = nodes.filter((one) => one.name !== node)
  return (
    <li ref={element} data-dragged={isDragged || undefined}>
      <bdi className="truncate">{name}</bdi>
      {movesTo !== null && <StatusPill kind="info">{t.moving(movesTo)}</StatusPill>}
      {movesTo === null && others.length > 0 && (
        <Menu
          align="end"
          items={[
            { heading: t.move },
            ...others.map((one) => ({ label: one.name, onSelect: () => move(company, one.name) })),
          ]}
          trigger={(trigger) => <IconButton {...trigger} icon={EllipsisVertical} size="s" label={t.moveOf(name)} />}
        />
      )}
    </li>
  )
}

function useDraggable(company: SharedCompany) {
  const element = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!element.current || company.movesTo !== null) return
    return draggable({
      element: element.current,
      getInitialData: () => ({ company }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [company])
  return { element, isDragged }
}

/** Only a running node takes companies. */
function useDropTarget(node: string | undefined, take: (company: SharedCompany) => void) {
  const element = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => void (latest.current = take))
  useEffect(() => {
    if (!element.current || node === undefined) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data['company'] !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop({ source }) {
        setOver(false)
        latest.current(source.data['company'] as SharedCompany)
      },
    })
  }, [node])
  return { element, isOver }
}
