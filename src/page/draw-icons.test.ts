import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as own from '../../web/ui/icons'
import { drawIcons } from './draw-icons'

const web = join(import.meta.dir, '../../web')

test('renders every icon alike on server and browser', async () => {
  const out = mkdtempSync(join(import.meta.dir, 'testing/icons-'))
  try {
    const built = await Bun.build({
      entrypoints: [join(web, 'ui/icons.ts')],
      outdir: out,
      target: 'bun',
      external: ['react', 'react/*'],
      plugins: [drawIcons(web)],
    })
    const drawn = (await import(built.outputs[0]?.path ?? '')) as typeof own
    expect(Object.keys(drawn).sort()).toEqual(Object.keys(own).sort())
    for (const props of shownProps) {
      expect(markupOfAll(drawn, props)).toEqual(markupOfAll(own, props))
    }
    expect(await built.outputs[0]?.text()).not.toContain('createLucideIcon')
  } finally {
    rmSync(out, { recursive: true })
  }
})

const shownProps = [
  {},
  { size: 16, 'aria-hidden': true },
  { size: 22, strokeWidth: 1.75, className: 'state-icon', fill: 'red' },
  { role: 'img', 'aria-label': 'Sent', style: { color: 'red' }, 'data-state': 'sent' },
]

function markupOfAll(icons: object, props: object) {
  return Object.entries(icons as Record<string, ComponentType>).map(([name, icon]) => [
    name,
    renderToStaticMarkup(createElement(icon, props)),
  ])
}
