import type { Page } from '@playwright/test'
import { openFlow } from '../../flow/flow.queries'
import { createFlow } from '../../flow/flow.commands'
import type { FlowDrawing } from '../../flow/flow.contract'
import { saveFlow } from '../../flow/edit/save-flow'
import type { ServedWorld } from '../world/served-world'

export const card = (page: Page, text: string) => page.locator('.react-flow__node').filter({ hasText: text })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const saveFlowButton = (page: Page) => page.locator('.flow-header').getByRole('button', { name: 'Salvar' })

export function addFlow(world: ServedWorld, drawing?: FlowDrawing, name = 'Boas-vindas') {
  const ctx = world.ctxAs(world.ana)
  const { id } = createFlow(ctx, name)
  if (drawing) saveFlow(ctx, { idFlow: id, ...drawing })
  return id
}

/** Returns the flow without positions, by the texts of its nodes. */
export function drawn(world: ServedWorld, id: number) {
  const { nodes, connections } = openFlow(world.ctx(1), id).flow
  const typeOf = (nodeId: string) => nodes.find((node) => node.id === nodeId)?.type
  return connections
    .map(({ source, sourceHandle, target }) => `${typeOf(source)} ${sourceHandle} ${typeOf(target)}`)
    .sort()
}
