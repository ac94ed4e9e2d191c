// Lo que se dice mientras se juega.

import type { Notice } from '../engine/types';

// Lo que la gramática pide a un nombre en una frase: «el ordenador» lleva artículo, y con «a» forma «al».
const isComputer = (name: string): boolean => name.startsWith('Ordenador');
const PARTNER = 'Tu pareja';

export function withArticle(name: string): string {
  if (name === PARTNER) return PARTNER.toLowerCase();
  return isComputer(name) ? `el o${name.slice(1)}` : name;
}

export function to(name: string): string {
  return isComputer(name) ? `al o${name.slice(1)}` : `a ${withArticle(name)}`;
}

/** Al principio de una frase. */
export function asSubject(name: string): string {
  const words = withArticle(name);
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
}

const list = (items: string[]): string => new Intl.ListFormat('es', { type: 'conjunction' }).format(items);
/** 'q,r' se dice con palabras: una coma suelta no se oye. */
const hex = (cell: string): string => cell.replace(',', ' ');

const notices: Record<Notice, string> = {
  'grand-slam-illegal': 'Hay una jugada que lo capturaría todo: no está permitida.',
  'grand-slam-no-capture': 'Lo habría capturado todo; con estas reglas no captura nada.',
  'must-feed': 'El rival no tiene semillas: hay que darle alguna.',
  'forced-slam': 'No quedaba otra jugada: captura y acaba la partida.',
  circling: 'Las semillas ya solo dan vueltas: nadie puede capturar más.',
  recovery: 'Se cerró un cuadrado y volvió una bola a la reserva.',
  'recovery-two': 'Se cerró un cuadrado y volvieron dos bolas a la reserva.',
  'second-round': 'Manos vacías: empieza la segunda ronda. Ahora se mueve una pieza propia.',
  'group-fell': 'La jugada partió el grupo: lo que quedó suelto ha salido del juego.',
  'equal-groups': 'Los grupos eran iguales: quien movió eligió cuál se quedaba.',
  'roll-again': 'Un 2 o un 12 dan otra tirada.',
  'turn-lost': 'No había dónde jugar esa tirada: se perdió el turno.',
  replaced: 'Las cuatro casillas estaban ocupadas: se cambió una ficha contraria.',
  protected: 'Las fichas de los doses y los doces están protegidas del 10.',
  'out-of-chips': 'No quedaban fichas de ese color: se perdió el turno.',
  'seen-before': 'Esta posición ya ha salido. Si se repite otra vez, acaba la partida.',
};

/** Por qué acabó la partida; `who` es quien ganó o, si alguien la dejó, quien la dejó; `isYou`, si es quien lee. */
const reasons: Record<string, (who: string, isYou: boolean) => string> = {
  'no-move': () => 'A quien le toca no le queda ninguna jugada.',
  repetition: () => 'La misma posición se ha repetido.',
  'agreed-draw': () => 'Tablas de común acuerdo.',
  'agreed-finish': () => 'Terminada de común acuerdo.',
  resigned: (who, isYou) => (isYou ? 'Te has rendido.' : `${asSubject(who)} se ha rendido.`),
  time: (who, isYou) => (isYou ? 'Se te ha acabado el tiempo.' : `Se le ha acabado el tiempo ${to(who)}.`),
  left: (who, isYou) => `${isYou ? 'Has' : `${asSubject(who)} ha`} dejado la partida.`,
};

export const playEs = {
  you: 'Tú',
  partner: PARTNER,
  computer: 'Ordenador',
  computerLevel: (word: string) => `Ordenador\u00a0· ${word}`,
  board: (game: string) => `Tablero de ${game}`,
  guide: {
    title: 'Guía',
    rulesOf: (game: string) => `Todas las reglas de ${game}`,
    rules: 'Reglas',
    stop: 'Ya sigo por mi cuenta',
  },
  levels: [
    'Aprendiz',
    'Novato',
    'Aficionado',
    'Despierto',
    'Hábil',
    'Avezado',
    'Fuerte',
    'Experto',
    'Maestro',
    'Gran maestro',
    'Perfecto',
  ],
  levelNotes: [
    'Juega casi al azar: ideal para la primera vez.',
    'Ve lo que tiene delante y se despista a menudo.',
    'Aprovecha los descuidos evidentes.',
    'Piensa un poco antes de mover.',
    'Un rival de sobremesa.',
    'Hay que estar atento para ganarle.',
    'Castiga los errores.',
    'Muy difícil de sorprender.',
    'Juega mejor que casi cualquiera.',
    'Apenas se equivoca.',
    'Todo lo que sabe, sin concesiones.',
  ],
  levelName: (n: number, word: string) => (n > 10 ? `máx · ${word}` : `${n} · ${word}`),

  turnYours: 'Te toca.',
  turnOf: (name: string) => `Le toca ${to(name)}.`,
  thinking: (name: string) => `${name} está pensando…`,
  starts: (name: string) => `Empieza ${withArticle(name)}.`,
  startsYours: 'Empiezas tú.',
  prompts: {
    roll: 'Tira los dados.',
    rolled: {
      number: (roll: string) => `Ha salido ${roll}: pon una ficha en un ${roll} libre.`,
      replace: (roll: string) => `Ha salido ${roll} y no hay ninguno libre: cambia una ficha contraria.`,
      remove: (roll: string) => `Ha salido ${roll}: quita del tablero una ficha contraria.`,
      any: (roll: string) => `Ha salido ${roll}: pon una ficha en cualquier casilla libre.`,
    },
    put: 'Elige dónde poner.',
    pick: 'Elige una de las casillas señaladas.',
    either: 'Elige dónde poner, o lo que quieras mover.',
    target: 'Elige adónde va.',
    group: 'Elige el grupo que se queda.',
    recover: 'Elige lo que recuperas.',
    recoverMore: 'Puedes recuperar más, o terminar.',
  },
  refused: {
    any: 'Ahí no se puede jugar ahora. Prueba con una de las casillas señaladas.',
    midway: 'Eso no encaja con lo que has empezado. Elige algo de lo señalado o da un paso atrás.',
    wait: 'Espera un momento: no es tu turno.',
    rollFirst: 'Primero hay que tirar los dados.',
  },

  actions: {
    undo: 'Deshacer',
    redo: 'Rehacer',
    hint: 'Pista',
    roll: 'Tirar',
    flip: 'Girar tablero',
    more: 'Más',
    panel: 'Jugadas',
    finish: 'Terminar así',
    stepBack: 'Atrás',
    share: 'Compartir',
    resign: 'Rendirse',
    draw: 'Ofrecer tablas',
    agreeFinish: 'Acordar terminar',
    afterwards: '¿Y ahora?',
    newGame: 'Otra partida',
    analyse: 'Analizar',
    learn: 'Ver las reglas',
    pause: 'Pausa',
    resume: 'Seguir',
    live: 'Volver a la partida',
    first: 'Al principio',
    previous: 'Anterior',
    next: 'Siguiente',
    last: 'Al final',
    pass: 'Pasar turno',
  },
  tabs: { moves: 'Jugadas', analysis: 'Análisis' },
  panel: 'Jugadas y análisis',
  noMoves: 'Aún no hay jugadas.',
  analysisSlot: 'Valora cada jugada y sigue las mejores líneas.',
  openAnalysis: 'Abrir el análisis',
  toolbar: 'Acciones de la partida',
  viewing: (n: number, total: number) => `Jugada ${n} de ${total}`,
  moveNumber: (n: number) => `${n}.`,
  dice: (n: string) => `dados: ${n}`,
  took: (n: number) => `captura ${n}`,
  unsent: 'aún sin enviar',
  skipped: 'fuera',
  clockOf: (name: string, time: string) => `Reloj de ${name}: ${time}`,
  isOut: 'fuera de la partida',
  toMove: 'le toca',

  hintTry: (move: string) => `Prueba ${move}.`,
  hintMarked: 'Prueba donde lo señala el azul.',
  hintChance: (percent: string) => `Posibilidades de ganar: ${percent}.`,
  analysisTeam: 'Por parejas está prohibido aconsejar: el análisis se abre cuando la partida acaba.',
  hintTeam: 'Por parejas no hay pistas: está prohibido aconsejar.',
  hintWorking: 'Buscando una buena jugada…',

  resignSure: '¿Te rindes?',
  resignSureOf: (name: string) => `¿Se rinde ${name}?`,
  resignYes: 'Sí, me rindo',
  drawAskBoth: '¿De acuerdo, los dos, en dejarlo en tablas?',
  drawYes: 'Aceptar tablas',
  drawNo: 'Seguir jugando',
  drawRefused: 'El ordenador prefiere seguir jugando.',
  drawThinking: 'El ordenador se lo piensa…',
  finishOffer: {
    'no-capture': 'Ya no se puede capturar nada más. ¿Terminamos? Cada cual se queda con las semillas de su lado.',
    unforced: 'Nadie puede forzar otra captura. ¿Terminamos? Cada cual se queda con las semillas de su lado.',
  },
  finishAsk: '¿De acuerdo, los dos, en terminar? Las semillas del tablero se reparten según las reglas.',
  finishYes: 'Terminar',
  finishRefused: 'El ordenador cree que aún queda algo por capturar y prefiere seguir.',
  seeRule: 'Ver la regla',
  turnLost: (who: string, roll: string) => `${asSubject(who)} saca ${roll} y no puede jugarlo: pierde el turno.`,
  turnLostYours: (roll: string) => `Sacas ${roll} y no puedes jugarlo: pierdes el turno.`,
  notices,
  reasons,
  reasonUnknown: 'La partida ha terminado.',

  end: {
    won: (name: string) => `Gana ${name}`,
    youWon: '¡Has ganado!',
    youLost: 'Has perdido',
    draw: 'Tablas',
    score: (score: string) => `Resultado: ${score}`,
    series: 'Serie',
    seriesOver: (name: string) => `${name} gana la serie.`,
    seriesDraw: 'La serie queda empatada.',
    gameOf: (n: number, length: number) => `Partida ${n} de ${length}`,
    again: 'Otra vez',
    nextGame: 'Siguiente partida',
    review: 'Revisar',
    share: 'Compartir',
    look: 'Ver el tablero',
    praise: 'Muy bien jugado.',
    comfort: 'Ha valido la pena: la revisión muestra dónde cambió la partida.',
    stronger: (level: string) => `Alguien más fuerte: ${level}`,
    weaker: (level: string) => `Alguien más suave: ${level}`,
    swap: 'Cambiar quien empieza',
  },

  missing: 'Esa partida ya no está en este navegador.',
  broken: (why: string) => `Esta partida guardada no se puede continuar: ${why}`,

  speak: {
    sow: (who: string, pit: string, captured: number) =>
      captured ? `${who} siembra desde ${pit}, captura ${captured}.` : `${who} siembra desde ${pit}.`,
    put: (who: string, cell: string) => `${who} pone en ${hex(cell)}.`,
    raise: (who: string, from: string, to: string) => `${who} sube de ${from} a ${to}.`,
    move: (who: string, from: string, to: string) => `${who} mueve de ${hex(from)} a ${hex(to)}.`,
    recover: (cells: string[]) => `Recupera ${list(cells)}.`,
    fall: (n: number) => `${n === 1 ? 'Cae una pieza' : `Caen ${n} piezas`}.`,
    roll: (who: string, total: number) => `${who} saca ${total}.`,
    replace: (who: string, cell: string) => `${who} cambia la ficha de ${cell}.`,
    remove: (who: string, cell: string) => `${who} retira la ficha de ${cell}.`,
    pass: (who: string) => `${who} pierde el turno.`,
    skip: (who: string) => `${who} está fuera.`,
    undone: 'Jugada deshecha.',
    redone: 'Jugada rehecha.',
    chose: (cell: string) => `Elegido ${hex(cell)}.`,
    cancelled: 'Un paso atrás.',
    standing: (holds: string[]) => list(holds),
    standingOf: (name: string, holds: string) => `${name}: ${holds}`,
  },
};

export type PlayTexts = typeof playEs;
