import type { Page } from '@playwright/test'
import { createFlow } from '../../../flow/flow.commands'
import type { FlowConnection, FlowNode } from '../../../flow/flow.contract'
import { saveFlow } from '../../../flow/edit/save-flow'
import { openWindow } from '../../browser/browser'
import { launchBrowser } from '../../browser/launch-browser'
import { createServedWorld } from '../../world/served-world'
import { percentiles } from '../load'
import type { Row } from '../rows'

/** In the page: milliseconds between frames. */
declare const frameTimes: number[]

const nodeCount = 500
const columns = 25
const slowDown = 4
const moves = 120

/** Measures the flow editor with as many blocks as a flow may have, on a slow processor. */
export async function* canvasRows(): AsyncGenerator<Row> {
  const world = await createServedWorld({ pages: true })
  const browser = await launchBrowser()
  try {
    const ctx = world.ctxAs(world.ana)
    const { id } = createFlow(ctx, 'Grande')
    const drawing = largeDrawing()
    const started = performance.now()
    saveFlow(ctx, { idFlow: id, ...drawing })
    yield {
      what: `saving ${nodeCount} blocks`,
      goal: '< 100 ms',
      result: `${Math.round(performance.now() - started)} ms`,
    }

    const { page } = await openWindow(browser, world, world.ana, {
      path: '/flowbuilders',
      viewport: { width: 1440, height: 900 },
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const opened = performance.now()
    await page
      .getByRole('row', { name: /Grande/ })
      .getByRole('button')
      .first()
      .click()
    await page.locator('.flow-card').first().waitFor()
    const openedMs = Math.round(performance.now() - opened)
    const { metrics } = await devtools.send('Performance.getMetrics')
    const processorMs = Math.round((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000)
    const result = `${openedMs} ms, of it ${processorMs} ms of processor time with the list before`
    yield { what: `opening ${nodeCount} blocks from the list`, goal: '< 300 ms', result }

    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    for (const [view, show] of [
      ['a part', undefined],
      ['everything', 'f'],
    ] as const) {
      if (show) await page.keyboard.press(show)
      await page.waitForTimeout(1000)
      const frames = await dragCard(page)
      const { p50Ms, p99Ms } = percentiles(frames)
      const perSecond = (frames.length * 1000) / frames.reduce((sum, ms) => sum + ms, 0)
      const result = `${perSecond.toFixed(0)} frames per second, median ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
      yield {
        what: `dragging a block, ${slowDown} times slower, ${view} in view`,
        goal: '≥ 50 frames per second',
        result,
      }
    }
  } finally {
    await browser.close()
    await world.stop()
  }
}

/** Milliseconds between the frames while a card is dragged. */
async function dragCard(page: Page): Promise<number[]> {
  const { x, y } = await middleOfView(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 10, y + 10)
  await page.evaluate(() => {
    const frames: number[] = []
    let before = performance.now()
    const note = (now: number) => {
      frames.push(now - before)
      before = now
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(globalThis, { frameTimes: frames })
  })
  for (let move = 0; move < moves; move++) {
    const angle = (move / moves) * Math.PI * 4
    await page.mouse.move(x + Math.sin(angle) * 120, y + Math.cos(angle) * 80)
  }
  await page.mouse.up()
  const frames = await page.evaluate(() => frameTimes)
  return frames.slice(2)
}

/** The middle of the card nearest to the middle of the canvas: near an edge, the canvas itself would move, too. */
function middleOfView(page: Page) {
  return page.evaluate(() => {
    const middle = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
    const canvas = document.querySelector('.flow-canvas')
    if (!canvas) throw new Error('No canvas')
    const centre = middle(canvas)
    const away = ({ x, y }: { x: number; y: number }) => Math.hypot(x - centre.x, y - centre.y)
    const cards = [...document.querySelectorAll('.react-flow__node')].map(middle).sort((a, b) => away(a) - away(b))
    if (!cards[0]) throw new Error('No block to drag')
    return cards[0]
  })
}

function largeDrawing() {
  const nodes = Array.from({ length: nodeCount }, (_, index): FlowNode => {
    const position = { x: (index % columns) * 360, y: Math.floor(index / columns) * 260 }
    if (index === 0) return { id: 'n0', type: 'start', position, data: {} }
    const options = [1, 2].map((number) => ({ number, value: `Opção ${number}` }))
    return index % 2 === 0
      ? { id: `n${index}`, type: 'menu', position, data: { message: `Escolha ${index}`, arrayOption: options } }
      : {
          id: `n${index}`,
          type: 'message',
          position,
          data: { label: `Olá, {{nome}}! Esta é a mensagem ${index} do fluxo.` },
        }
  })
  const connections = nodes.flatMap(({ id, type }, index): FlowConnection[] => {
    const handles = type === 'menu' ? ['a1', 'a2'] : ['a']
    return handles.flatMap((sourceHandle, way) => {
      const target = nodes[index + 1 + way * columns]
      return target ? [{ id: `${id}-${sourceHandle}`, source: id, target: target.id, sourceHandle }] : []
    })
  })
  return { nodes, connections }
}
