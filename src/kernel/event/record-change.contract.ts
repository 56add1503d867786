/**
 * The live event of a plain record, named like the event: `{ action: 'create', shelf: { … } }` or `{ action: 'delete',
 * shelfId: 3 }`.
 */
export type RecordChange<Subject extends string, View> =
  | ({ action: 'create' | 'update' } & { [Name in Subject]: View })
  | ({ action: 'delete' } & { [Name in `${Subject}Id`]: number })
