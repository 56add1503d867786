import { expect, test } from 'bun:test'
import { createCloudTalk } from '../../../testing/whatsapp/cloud-talk'
import { until } from '../../../testing/whatsapp/whatsapp-world'

const { world } = createCloudTalk()

test('a restriction of the account warns until Meta reinstates it', async () => {
  const update = (value: Record<string, unknown>) => world().graph.deliver({ field: 'account_update', value })
  await update({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } })
  await until(() => world().filed() === 0, 'the notice to be interpreted')
  expect(world().row()?.warnedAt).toBeNull()
  await update({ event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } })
  await until(() => world().row()?.providerWarning === 'ACCOUNT_VIOLATION: SCAM', 'the warning')
  // The number's own rating is another matter.
  await world().graph.deliver({
    field: 'phone_number_quality_update',
    value: { display_phone_number: '551140028922', event: 'UNFLAGGED' },
  })
  await until(() => world().filed() === 0, 'the notice to be interpreted')
  expect(world().row()?.providerWarning).toBe('ACCOUNT_VIOLATION: SCAM')
  await update({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } })
  await until(() => world().row()?.providerWarning === '', 'the end of the warning')
  expect(world().row()?.warnedAt).toBeNull()
})

test('the number’s quality and tier follow Meta; a flagged number warns', async () => {
  const value = { display_phone_number: '551140028922', event: 'FLAGGED', current_limit: 'TIER_250' }
  await world().graph.deliver({ field: 'phone_number_quality_update', value })
  await until(() => world().row()?.providerWarning !== '', 'the warning')
  expect(world().ctx(1).company.sqlite.query('SELECT quality, tier FROM cloud_account').values()).toEqual([
    ['RED', 'TIER_250'],
  ])
  await world().graph.deliver({ field: 'phone_number_quality_update', value: { ...value, event: 'UNFLAGGED' } })
  await until(() => world().row()?.providerWarning === '', 'the end of the warning')
})

// "business_capability_update webhook reference", developers.facebook.com, updated May 21, 2026, and
// "phone_number_quality_update webhook reference", updated May 21, 2026: `current_limit` is removed in February 2026.
test('the limit of the portfolio follows Meta; a change of throughput is none', async () => {
  const tier = () => world().ctx(1).company.sqlite.query('SELECT tier FROM cloud_account').values()[0]?.[0]
  const capability = (value: Record<string, unknown>) =>
    world().graph.deliver({ field: 'business_capability_update', value: { max_phone_numbers_per_waba: 25, ...value } })
  for (const [value, expected] of [
    [{ max_daily_conversations_per_business: 2000 }, 'TIER_2K'],
    [{ max_daily_conversations_per_business: 'TIER_100K' }, 'TIER_100K'],
    [{ max_daily_conversation_per_phone: 250 }, 'TIER_250'],
    [{ max_daily_conversations_per_business: -1 }, 'TIER_UNLIMITED'],
  ] as const) {
    await capability(value)
    await until(() => tier() === expected, expected)
  }
  const number = { display_phone_number: '551140028922' }
  const quality = (value: object) =>
    world().graph.deliver({ field: 'phone_number_quality_update', value: { ...number, ...value } })
  await quality({ event: 'UPGRADE', old_limit: 'TIER_2K', max_daily_conversations_per_business: 'TIER_10K' })
  await until(() => tier() === 'TIER_10K', 'TIER_10K')
  await quality({ event: 'THROUGHPUT_UPGRADE', current_limit: 'TIER_UNLIMITED' })
  await capability({ max_daily_conversations_per_business: { evil: true } })
  await until(() => world().filed() === 0, 'the notices to be interpreted')
  expect(tier()).toBe('TIER_10K')
})
