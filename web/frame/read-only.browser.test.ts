import { expect, test } from 'bun:test'
import { followReadOnly } from '../../src/platform/company/follow-read-only'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createScreenWindows, dialog, field, save } from '../../src/testing/browser/screen-windows'
import { createSlowNode } from '../../src/testing/world/slow-node'

const { open, row, withWorld } = createScreenWindows('/tags')

const refusal =
  'Somente leitura no momento: os servidores não conseguem guardar alterações com segurança. Nada foi alterado; tente novamente em instantes.'

test(
  'while nothing can be written every screen says so, reading goes on, and the line goes by itself',
  () => {
    const node = createSlowNode()
    return withWorld(
      async (world) => {
        const following = followReadOnly(world.platform, 20)
        const setReadOnly = (on: boolean) => node.setReadOnly(1, on)
        const ana = await open(world, world.ana, { expected: [/status of 503/, /^503 /] })
        const gina = await open(world, world.gina)
        const notice = ana.page.getByText('servidores da plataforma estão se reconectando')
        expect(await notice.count()).toBe(0)
        setReadOnly(true)
        await notice.waitFor()
        await ana.page.reload()
        await notice.waitFor()
        await ana.page.getByRole('button', { name: 'Adicionar tag' }).first().click()
        await field(ana.page, 'Nome').fill('Urgente')
        await save(ana.page)
        await ana.page.getByText(refusal).first().waitFor()
        expect(await gina.page.getByText('servidores da plataforma estão se reconectando').count()).toBe(0)
        setReadOnly(false)
        await notice.waitFor({ state: 'detached' })
        await save(ana.page)
        await dialog(ana.page).waitFor({ state: 'detached' })
        await row(ana.page, 'Urgente').waitFor()
        expect([...ana.complaints, ...gina.complaints]).toEqual([])
        await Promise.all([ana.close(), gina.close()])
        following.stop()
      },
      { node: node.node },
    )
  },
  browserTestMs,
)
