import { test } from 'bun:test'
import { createWorld, signIn } from '/work/w-safety/src/testing/world/world'
test('million', async () => {
  const world = await createWorld()
  const { ana, sofia } = await signIn(world, 'ana', 'sofia')
  const { sqlite } = world.ctx(1).company
  const now = Date.now()
  const cats = [
    'rights',
    'settings',
    'connections',
    'tokens',
    'records',
    'exports',
    'deletions',
    'data',
    'signIns',
    'support',
  ]
  sqlite.run('BEGIN')
  const ins = sqlite.query(
    `INSERT INTO audit_entry (at, category, object, action, object_id, object_name, by_kind, by_id, by_name, address, changes) VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
  )
  for (let i = 0; i < 1_000_000; i++) {
    const u = i % 40
    const sign = i % 3 !== 0
    ins.run(
      now - (1_000_000 - i) * 60_000,
      sign ? 'signIns' : (cats[i % 9] as string),
      sign ? 'user' : 'queue',
      sign ? 'signedIn' : 'updated',
      i % 500,
      sign ? `Usuário ${u}` : `Fila comum ${i % 500}`,
      i % 50 === 0 ? 'system' : 'user',
      u,
      `Usuário ${u} Silva`,
      `203.0.113.${u}`,
      sign ? '[]' : JSON.stringify([{ field: 'name', from: `Nome ${i}`, to: `Nome comum ${i % 7}` }]),
    )
  }
  sqlite.run('COMMIT')
  const cat = world.platform.catalog.sqlite
  cat.run('BEGIN')
  const ci = cat.query('INSERT INTO audit (at, type, company_id, user_id, data) VALUES (?,?,?,?,?)')
  for (let i = 0; i < 1_000_000; i++)
    ci.run(
      now - (1_000_000 - i) * 30_000,
      i % 1000 === 0 ? 'company.muted' : i % 9 === 0 ? 'sign-in.refused' : 'sign-in',
      1 + (i % 2),
      1 + (i % 4),
      JSON.stringify(i % 1000 === 0 ? { by: { companyId: 1, userId: 4 } } : { address: `203.0.113.${i % 200}` }),
    )
  cat.run('COMMIT')
  const day = (n: number) => new Date(now - n * 86_400_000).toISOString().slice(0, 10)
  const go = async (caller: typeof ana, path: string) => {
    const times = []
    let body: any
    for (let k = 0; k < 5; k++) {
      const t = performance.now()
      body = (await caller.get(path)).body
      times.push(performance.now() - t)
    }
    console.log(path, times.map((t) => t.toFixed(0)).join(' '), 'count', body.count, 'n', body.records?.length)
  }
  for (const q of [
    '',
    '?by=7',
    '?by=system',
    '?category=signIns',
    '?category=tokens',
    '?by=7&category=rights',
    `?from=${day(300)}&to=${day(299)}`,
    '?searchParam=silva',
    '?searchParam=usuario',
    '?searchParam=comum',
    '?searchParam=nome%20comum',
    '?searchParam=silva&category=exports',
    '?searchParam=silva&by=7',
    '?searchParam=silva%20comum&category=tokens',
    `?searchParam=silva&from=${day(300)}&to=${day(299)}`,
    '?searchParam=silva&by=system',
    '?searchParam=203.0.113.7',
    '?searchParam=203',
    '?searchParam=u',
    '?searchParam=zzz',
    '?searchParam=silva&by=99',
    `?searchParam=silva&to=${day(600)}`,
  ])
    await go(ana, '/audit' + q)
  for (const q of [
    '',
    '?type=sign-in',
    '?type=company.muted',
    '?company=2',
    '?company=2&type=company.muted',
    '?searchParam=bruno',
    '?searchParam=acme.test',
    '?searchParam=203.0.113.7',
    '?searchParam=sofia',
    '?searchParam=bruno&type=company.muted',
    `?from=${day(300)}&to=${day(299)}`,
    '?searchParam=zzz',
    '?company=2&type=plan.created',
    '?searchParam=gina&type=sign-in.refused',
  ])
    await go(sofia, '/host-audit' + q)
  for (const [caller, path] of [
    [ana, '/audit/export?format=csv&searchParam=silva'],
    [ana, '/audit/export?format=csv'],
    [sofia, '/host-audit/export?format=csv'],
  ] as const) {
    let worst = 0,
      last = performance.now()
    const timer = setInterval(() => {
      const t = performance.now()
      worst = Math.max(worst, t - last)
      last = t
    }, 1)
    const t = performance.now()
    const { body } = await caller.get(path)
    clearInterval(timer)
    console.log(
      path,
      ((performance.now() - t) / 1000).toFixed(1),
      's',
      'hold',
      worst.toFixed(0),
      'bytes',
      String(body).length,
    )
  }
  await world.stop()
}, 600_000)
