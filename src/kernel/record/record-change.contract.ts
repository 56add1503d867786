/** Subject → view: `declare module '../kernel/record/record-change.contract' { interface Records { shelf: ShelfView } }` */
export interface Records {}

/** `{ action: 'create', shelf: { … } }` or `{ action: 'delete', shelfId: 3 }` */
export type RecordChange<Subject extends string, View> =
  | ({ action: 'create' | 'update' } & { [Name in Subject]: View })
  | ({ action: 'delete' } & { [Name in `${Subject}Id`]: number })

export type RecordChanges = { [Subject in keyof Records]: RecordChange<Subject, Records[Subject]> }

export type RecordPayloads = {
  [Subject in keyof Records as `${Subject}.created` | `${Subject}.updated`]: { [Id in `${Subject}Id`]: number }
} & { [Subject in keyof Records as `${Subject}.deleted`]: { [Id in `${Subject}Id`]: number } & { name: string } }
