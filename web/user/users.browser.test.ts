import { expect, test } from 'bun:test'
import { browserTestMs, hasFocus, motionEnd, whenUsable } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../src/testing/world/served-world'
import { getUserView } from '../../src/user/user.queries'
import { userQueueTable, userTable } from '../../src/user/user.tables'

const { open, dialog, field, refusedFields, row, save, toast, withWorld } = createScreenWindows('/users')

/** Adds users for more than one page. */
function addPeople(world: ServedWorld, count: number) {
  const ctx = world.ctx(1)
  const at = { createdAt: new Date(0), updatedAt: new Date(0) }
  ctx.transaction(() => {
    for (let index = 1; index <= count; index++) {
      const [name, email] = [`Pessoa ${String(index).padStart(3, '0')}`, `pessoa${index}@acme.test`]
      ctx.db
        .insert(userTable)
        .values({ name, email, passwordHash: 'none', ...at })
        .run()
    }
  })
}

test(
  'an admin adds a user; errors are shown at their fields, and colleagues see the new user at once',
  () =>
    withWorld(async (world) => {
      const ana = await open(world, world.ana, { expected: refusedFields })
      const sofia = await open(world, world.sofia)
      const { page } = ana
      await page.getByRole('button', { name: 'Adicionar usuário' }).click()
      await save(page)
      expect(await field(page, 'Nome').getAttribute('aria-invalid')).toBe('true')
      await hasFocus(field(page, 'Nome'))
      await field(page, 'Nome').fill('Z')
      await field(page, 'E-mail').fill('nada')
      await field(page, 'Acesso').click()
      await page.getByRole('option', { name: 'Definir uma senha agora' }).click()
      await field(page, 'Senha').fill('1234')
      await save(page)
      await dialog(page).getByText('E-mail inválido').waitFor()
      expect(await dialog(page).getByText('Muito curto!').count()).toBe(2)
      await field(page, 'Nome').fill('Zélia Campos')
      await field(page, 'E-mail').fill('carla@acme.test')
      await field(page, 'Senha').fill('dado-por-outra')
      await dialog(page).getByRole('combobox', { name: 'Filas' }).click()
      await page.getByRole('option', { name: 'Suporte' }).click()
      await save(page)
      await dialog(page).getByText('Este e-mail já está em uso').waitFor()
      await field(page, 'E-mail').fill('zelia@acme.test')
      await field(page, 'Início do expediente').fill('08:00')
      await field(page, 'Fim do expediente').fill('18:10')
      await dialog(page).getByRole('tab', { name: 'Permissões' }).click()
      await dialog(page)
        .getByRole('switch', { name: /Gerenciar conexões/ })
        .check()
      await save(page)
      await toast(page, 'Usuário criado com sucesso')
      for (const window of [ana, sofia]) {
        await row(window.page, 'Zélia Campos.*zelia@acme.test.*Usuário.*08:00.*18:10').waitFor()
      }
      expect(getUserView(world.ctx(1), 5, () => false)).toMatchObject({
        name: 'Zélia Campos',
        queueIds: [2],
        startWork: '08:00',
        endWork: '18:10',
        profile: 'user',
        allowConnections: 'enabled',
        allTicket: 'disable',
        userClosePendingTicket: 'enabled',
        allowGroup: false,
      })
      expect(sofia.complaints).toEqual([])
      await ana.close()
      await sofia.close()
    }),
  browserTestMs,
)

test(
  'saves an edit live for others; an error on another tab opens that tab',
  () =>
    withWorld(async (world) => {
      const ana = await open(world, world.ana)
      const sofia = await open(world, world.sofia)
      const { page } = ana
      await page.getByRole('button', { name: /Bruno Lima/ }).click()
      await field(page, 'Nova senha').fill('123')
      await dialog(page).getByRole('tab', { name: 'Permissões' }).click()
      await dialog(page)
        .getByRole('switch', { name: /Ver o dashboard/ })
        .check()
      await save(page)
      await dialog(page).getByText('Muito curto!').waitFor()
      await hasFocus(field(page, 'Nova senha'))
      await field(page, 'Nova senha').fill('')
      await field(page, 'Nome').fill('Bruno de Lima')
      await field(page, 'Início do expediente').press('ArrowUp')
      expect(await field(page, 'Início do expediente').inputValue()).toBe('00:10')
      // A colleague's change after the dialog was opened must stay.
      world.ctx(1).company.sqlite.run("UPDATE user SET farewell_message = 'Até logo!' WHERE id = 2")
      const pressedAt = performance.now()
      await field(page, 'Nome').press('Control+Enter')
      await toast(page, 'Usuário salvo com sucesso')
      expect(performance.now() - pressedAt).toBeGreaterThan(400)
      await row(sofia.page, 'Bruno de Lima.*00:10.*23:59').waitFor()
      expect(getUserView(world.ctx(1), 2, () => false)).toMatchObject({
        name: 'Bruno de Lima',
        farewellMessage: 'Até logo!',
        showDashboard: 'enabled',
      })
      expect([...ana.complaints, ...sofia.complaints]).toEqual([])
      await ana.close()
      await sofia.close()
    }),
  browserTestMs,
)

test(
  'asks about unsaved changes; user 1 keeps their profile, and nobody deletes themselves',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana)
      await row(page, 'Ana Souza').getByRole('button', { name: 'Editar' }).click()
      expect(
        await dialog(page)
          .getByRole('combobox', { name: /Perfil/ })
          .isDisabled(),
      ).toBe(true)
      await field(page, 'Nome').fill('Ana Maria')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Continuar editando' }).click()
      expect(await field(page, 'Nome').inputValue()).toBe('Ana Maria')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await dialog(page).waitFor({ state: 'detached' })
      expect(await row(page, 'Ana Souza').getByRole('button', { name: 'Excluir' }).count()).toBe(0)
      expect(await row(page, 'Sofia Reis').getByRole('button', { name: 'Editar' }).isDisabled()).toBe(true)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'a deleted user disappears everywhere, and their session ends',
  () =>
    withWorld(async (world) => {
      const ana = await open(world, world.ana)
      const sofia = await open(world, world.sofia)
      await row(ana.page, 'Carla Dias').getByRole('button', { name: 'Excluir' }).click()
      await ana.page.getByRole('alertdialog', { name: 'Excluir o usuário “Carla Dias”?' }).waitFor()
      await ana.page.getByRole('button', { name: 'Cancelar' }).click()
      expect(await row(ana.page, 'Carla Dias').count()).toBe(1)
      await row(ana.page, 'Carla Dias').getByRole('button', { name: 'Excluir' }).click()
      await ana.page.getByRole('button', { name: 'Excluir usuário' }).click()
      await toast(ana.page, 'Usuário excluído com sucesso')
      for (const { page } of [ana, sofia]) await row(page, 'Carla Dias').waitFor({ state: 'detached' })
      expect([...ana.complaints, ...sofia.complaints]).toEqual([])
      await ana.close()
      await sofia.close()
    }),
  browserTestMs,
)

test(
  'loads more users while scrolling, and searches on the server without accents',
  () =>
    withWorld(async (world) => {
      addPeople(world, 70)
      const { page, complaints, close } = await open(world, world.ana)
      await page.getByText('74 no total').waitFor({ state: 'attached' })
      await row(page, 'Pessoa 003').waitFor()
      expect(await row(page, 'Pessoa 070').count()).toBe(0)
      // The order is that of all rows, not only of those loaded so far.
      const byEmail = page.getByRole('button', { name: 'Ordenar por E-mail' })
      await byEmail.click()
      await byEmail.click()
      await page.locator('tbody tr').first().getByText('Sofia Reis').waitFor()
      await page.reload()
      await whenUsable(page)
      for (const last of ['Pessoa 037', 'Pessoa 057', 'Sofia Reis']) {
        await page.locator('tbody tr').last().scrollIntoViewIfNeeded()
        await row(page, last).waitFor()
      }
      expect(await page.getByRole('row').count()).toBe(75)
      await page.getByRole('searchbox').fill('pessoa 04')
      await row(page, 'Pessoa 041').waitFor()
      await row(page, 'Ana Souza').waitFor({ state: 'detached' })
      // The header, Pessoa 004 and Pessoa 040 to 049: the words of a search may be in different places.
      expect(await page.getByRole('row').count()).toBe(12)
      await page.getByRole('searchbox').fill('ninguém')
      await page.getByText('Nenhum usuário encontrado').waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'shows at once who comes online and who signs out',
  () =>
    withWorld(async (world) => {
      const { page } = await open(world, world.ana)
      const bruno = row(page, 'Bruno Lima')
      await bruno.getByText('Offline').waitFor({ state: 'attached' })
      const signedIn = await world.live(world.bruno)
      await bruno.getByText('Online').waitFor({ state: 'attached' })
      await signedIn.delete('/auth/logout')
      await bruno.getByText('Offline').waitFor({ state: 'attached' })
    }),
  browserTestMs,
)

test(
  'keeps a user of several queues on one line of a tablet’s table',
  () =>
    withWorld(async (world) => {
      world.ctx(1).db.insert(userQueueTable).values({ userId: world.bruno.id, queueId: 2 }).run()
      const { page } = await open(world, world.ana, { viewport: { width: 820, height: 1180 } })
      await row(page, 'Bruno Lima').getByText('+1', { exact: true }).waitFor()
      const height = (name: string) => row(page, name).evaluate((element) => element.getBoundingClientRect().height)
      expect(await height('Bruno Lima')).toBe(await height('Carla Dias'))
      const cell = (at: string) => row(page, 'Bruno Lima').locator(at)
      const queuesEnd = await cell('.user-queues-more:visible').evaluate((part) => part.getBoundingClientRect().right)
      const actions = await cell('.data-table-actions').evaluate((part) => part.getBoundingClientRect().left)
      expect(queuesEnd).toBeLessThanOrEqual(actions)
    }),
  browserTestMs,
)

test.each([
  [390, 700],
  [1280, 700],
])(
  'keeps the tabs of a dialog where they are, on every tab and below scrolled fields, at %i px',
  (width, height) =>
    withWorld(async (world) => {
      const { page } = await open(world, world.ana, { viewport: { width, height } })
      await row(page, 'Bruno Lima').getByText('Bruno Lima').click()
      const tabs = dialog(page).getByRole('tablist')
      const top = () => tabs.evaluate((element) => Math.round(element.getBoundingClientRect().top))
      await tabs.waitFor()
      await motionEnd(page)
      const start = await top()
      await dialog(page).getByRole('tab', { name: 'Permissões' }).click()
      await field(page, 'Nome').waitFor({ state: 'detached' })
      expect(await top()).toBe(start)
      await dialog(page).getByRole('tab', { name: 'Geral' }).click()
      await field(page, 'Idioma').scrollIntoViewIfNeeded()
      // The 2 px that the body has above the tabs.
      expect(start - (await top())).toBeLessThanOrEqual(2)
    }),
  browserTestMs,
)
