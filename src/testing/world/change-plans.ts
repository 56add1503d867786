import { planTable } from '../../platform/platform.tables'
import type { World } from './world'

export function changePlans({ platform }: Pick<World, 'platform'>, changes: Partial<typeof planTable.$inferInsert>) {
  platform.catalog.db.update(planTable).set(changes).run()
  platform.catalog.companies.forget()
}
