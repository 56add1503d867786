import { useLiveModel } from '../app/use-live-model'
import { createRecordList, type RecordList } from './record-list'
import type { RecordRow, RecordSource } from './record-source'

/** A list beside a page or in a dialog. It is loaded when it appears, and follows live events while shown. */
export function usePanelList<Row extends RecordRow, Filter extends string = never>(
  source: RecordSource<Row, Filter>,
): RecordList<Row, Filter> {
  return useLiveModel(
    (api) => createRecordList(source, api),
    (list, live) => {
      void list.reload()
      const stop = list.follow(live, 'panel')
      return () => {
        stop()
        list.dispose()
      }
    },
  )
}
