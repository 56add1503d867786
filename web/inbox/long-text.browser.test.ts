import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { launchBrowser } from '../../src/testing/browser/launch-browser'

declare const textFunctions: string[]
declare const findSlowTexts: (name: string) => string[]

// Runs in the browser, whose segmenter and regular expressions have other weaknesses than the server's.
test('reads long texts in time proportional to their length', async () => {
  const entry = join(import.meta.dir, '../../src/testing/browser/long-text-entry.ts')
  const built = await Bun.build({ entrypoints: [entry], target: 'browser', format: 'iife' })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: await (built.outputs[0]?.text() ?? '') })
    const slow: Record<string, string[]> = {}
    for (const name of await page.evaluate(() => textFunctions)) {
      slow[name] = await page.evaluate((one) => findSlowTexts(one), name)
    }
    expect(Object.keys(slow)).toContain('formatText')
    expect(Object.values(slow).flat(), JSON.stringify(slow)).toEqual([])
  } finally {
    await browser.close()
  }
}, 300_000)
