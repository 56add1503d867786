import { rowTextsEn, rowTextsEs, rowTextsPt } from './row-texts.contract'

export const importTexts = {
  pt: {
    file: 'importacao',
    sheet: 'Importação',
    columns: ['Linha', 'Nome', 'Número', 'Resultado', 'Motivo'],
    ...rowTextsPt,
  },
  en: {
    file: 'import',
    sheet: 'Import',
    columns: ['Row', 'Name', 'Number', 'Result', 'Reason'],
    ...rowTextsEn,
  },
  es: {
    file: 'importacion',
    sheet: 'Importación',
    columns: ['Fila', 'Nombre', 'Número', 'Resultado', 'Motivo'],
    ...rowTextsEs,
  },
}
