import type { CDPSession, Page } from '@playwright/test'
import { createContact } from '../../../contact/contact.commands'
import { openWindow } from '../../browser/browser'
import { launchBrowser } from '../../browser/launch-browser'
import { createServedWorld, type ServedWorld } from '../../world/served-world'
import { percentiles } from '../load'
import type { Row } from '../rows'

const pageSize = 40
const marks = [120, 1_000, 2_000, 5_000, 10_000]
/** A mark's figure is the median of this many pages. */
const pagesPerMark = 3
const scrollFrames = 300
/** 9,000 px/s at 60 frames per second, as a fast flick. */
const pixelsPerFrame = 150

export async function* listRows(contactCount = 10_000): AsyncGenerator<Row> {
  const world = await createServedWorld({ pages: true })
  addContacts(world, contactCount)
  const browser = await launchBrowser()
  try {
    const { page } = await openWindow(browser, world, world.ana, {
      path: '/contacts',
      viewport: { width: 1440, height: 900 },
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const costs: number[] = []
    const elapsed: number[] = []
    for (let number = 2; number <= contactCount / pageSize; number++) {
      const [before, at] = [await taskMs(devtools), performance.now()]
      await scrollToNextPage(page)
      costs.push((await taskMs(devtools)) - before)
      elapsed.push(performance.now() - at)
      const rows = number * pageSize
      if (marks.includes(rows)) yield await markRow(rows, costs, elapsed, devtools)
    }
    yield frameRow(await scrollBack(page, devtools))
  } finally {
    await browser.close()
    await world.stop()
  }
}

function addContacts(world: ServedWorld, contactCount: number) {
  const ctx = world.ctxAs(world.ana)
  const known = ctx.company.sqlite.query<{ count: number }, []>('SELECT count(*) AS count FROM contact').get()
  for (let index = known?.count ?? 0; index < contactCount; index++) {
    const number = `55118${String(index).padStart(8, '0')}`
    const name = `Cliente ${String(index).padStart(5, '0')} ${['Souza', 'de Albuquerque', 'Lima'][index % 3]}`
    createContact(ctx, { name, number, email: index % 3 === 0 ? `cliente${index}@exemplo.test` : '' })
  }
}

async function markRow(rows: number, costs: number[], elapsed: number[], devtools: CDPSession): Promise<Row> {
  await devtools.send('HeapProfiler.collectGarbage')
  const heap = await metric(devtools, 'JSHeapUsedSize')
  const nodes = await metric(devtools, 'Nodes')
  const median = (list: number[]) => percentiles(list.slice(-pagesPerMark)).p50Ms.toFixed(0)
  return {
    what: `contact list: a page of ${pageSize} at ${rows.toLocaleString('en')} rows`,
    goal: 'as the first page',
    result: `${median(costs)} ms of processor time, ${median(elapsed)} ms; heap ${(heap / 1024 / 1024).toFixed(1)} MB, ${nodes} nodes`,
  }
}

async function metric(devtools: CDPSession, wanted: string) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? 0
}

const taskMs = async (devtools: CDPSession) => (await metric(devtools, 'TaskDuration')) * 1000

function scrollToNextPage(page: Page) {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const body = document.querySelector('.screen-body')
        const frame = document.querySelector('.data-table-frame')
        if (!body || !frame) throw new Error('No list')
        let wasBusy = false
        const watcher = new MutationObserver(() => {
          if (frame.hasAttribute('aria-busy')) wasBusy = true
          else if (wasBusy) {
            watcher.disconnect()
            requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
          }
        })
        watcher.observe(frame, { attributes: true, attributeFilter: ['aria-busy'] })
        body.scrollTop = body.scrollHeight
      }),
  )
}

/** Returns the processor time of each frame in milliseconds, which other work on the machine affects less than the clock. */
async function scrollBack(page: Page, devtools: CDPSession): Promise<number[]> {
  const frames: number[] = []
  for (let frame = 0; frame < scrollFrames; frame++) {
    const before = await taskMs(devtools)
    await page.evaluate(
      (step) =>
        new Promise<void>((resolve) => {
          document.querySelector('.screen-body')?.scrollBy(0, -step)
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        }),
      pixelsPerFrame,
    )
    frames.push((await taskMs(devtools)) - before)
  }
  return frames
}

function frameRow(frames: number[]): Row {
  const sorted = [...frames].sort((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)
  return {
    what: `processor time of a frame, scrolling back ${pixelsPerFrame} px in each`,
    goal: 'p95 < 33 ms',
    result: `median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`,
  }
}
