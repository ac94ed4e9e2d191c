// Lo que se dice en las partidas con otras personas a través de un servidor.

/** Lo que un hallazgo necesita para decirse; lo que no le toca queda vacío. */
export interface FindingFacts {
  name: string; // de quién se trata
  number: number; // de la jugada, de la tirada o del suceso
  wanted: string; // lo que sale de los secretos
  told: string; // lo que dijo el servidor
}

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const onlineEs = {
  lists: {
    open: 'Alguien espera',
    playing: 'Partidas para mirar',
    join: 'Sentarse a jugar:',
    watch: 'Mirar:',
    somebody: 'alguien',
    waitsFor: 'Falta gente por llegar',
    over: 'Terminada',
  },
  clock: {
    none: 'Sin reloj',
    days: (n: number) => `${plural(n, 'día', 'días')} por jugada`,
    dueIn: (hours: number) =>
      hours < 48 ? `Quedan ${plural(hours, 'hora', 'horas')}` : `Quedan ${Math.floor(hours / 24)} días`,
    dueNow: 'Se acabó el plazo',
  },
  setup: {
    friend: 'Con alguien por enlace',
    friendNote: 'Cada cual en su aparato, hoy o a lo largo de días.',
    clock: 'Tiempo',
    kinds: { none: 'Sin reloj', live: 'Con reloj, del tirón', days: 'Días por jugada' },
    days: 'Días para cada jugada',
    who: '¿Quién puede venir?',
    link: 'Quien tenga el enlace',
    public: 'Cualquiera: se anuncia en la portada',
    start: 'Crear la partida',
    more: 'Reglas y serie',
    sharedDice: 'Dados de todos: cada aparato pone su parte y nadie puede elegirlos',
    failed: 'El servidor no ha respondido. Comprueba la conexión e inténtalo de nuevo.',
  },
  name: {
    title: '¿Cómo te llamas?',
    note: 'Así te verá la otra persona. Puedes cambiarlo en los ajustes.',
    go: 'Sentarme a jugar',
  },
  invite: {
    title: 'Invitar',
    text: 'Envía este enlace. Quien lo abra tendrá su asiento.',
    textOf: (name: string) => `Envía este enlace a ${name}. Quien lo abra tendrá su asiento.`,
    secret: 'Es como una llave: dáselo solo a quien vaya a jugar.',
    watchTitle: 'Para mirar',
    qr: 'Código QR con el enlace',
  },
  link: {
    connecting: 'Conectando…',
    waiting: 'Sin conexión. Lo que juegues se enviará en cuanto vuelva.',
    gone: 'Esta partida ya no está en el servidor.',
    refused: 'El servidor no reconoce este enlace. Puedes mirar, pero no jugar.',
  },
  dropped: {
    refused: 'El servidor no ha aceptado tu jugada.',
    taken: 'Ya se había jugado otra cosa desde otro aparato.',
    takenback: 'Se habían retirado jugadas mientras tanto: tu jugada no se ha enviado.',
    over: 'La partida había terminado: tu jugada no se ha enviado.',
  },
  phrases: {
    hello: '¡Hola!',
    'good-luck': '¡Suerte!',
    'good-move': '¡Buena jugada!',
    'well-played': 'Bien jugado.',
    oops: '¡Uy!',
    thanks: 'Gracias.',
    'one-moment': 'Un momento.',
    back: 'Ya estoy aquí.',
    'must-go': 'Tengo que irme.',
    'good-game': 'Buena partida.',
    again: '¿Otra?',
    bye: '¡Hasta otra!',
  } as Record<string, string>,
  verdict: {
    nothing: 'En esta partida no se sortea nada.',
    pending: 'Podrá comprobarse cuando acabe la partida y el servidor muestre su secreto.',
    fairAll: 'Todo cuadra: nadie ha podido elegir los dados, tampoco el servidor.',
    fairServer:
      'Todo cuadra con el secreto que el servidor fijó antes de empezar. Como todas las partes eran suyas, hay que fiarse de que no lo eligió.',
    wrong: 'Algo no cuadra. No te fíes de los dados de esta partida.',
  },
  findings: {
    'events-missing': ({ number }: FindingFacts) => `Faltan sucesos de la partida a partir del número ${number}.`,
    'no-source': () => 'Se ha tirado o sorteado sin que nadie dijera antes de dónde sale.',
    'no-start': () => 'La partida terminó sin haber empezado.',
    'terms-wrong': ({ wanted, told }: FindingFacts) =>
      `Lo que se fijó vale para «${told}», y la partida es «${wanted}».`,
    'server-commitment-broken': () => 'Lo que el servidor fijó al principio no se puede leer.',
    'server-secret-missing': () => 'El servidor no ha mostrado su secreto al acabar.',
    'server-secret-broken': () => 'El secreto que muestra el servidor no se puede leer.',
    'server-secret-wrong': () => 'El secreto del servidor no es el que fijó al principio.',
    'commitment-missing': ({ name }: FindingFacts) => `Falta lo que ${name} fijó al principio.`,
    'commitment-broken': ({ name }: FindingFacts) => `Lo que ${name} fijó al principio no se puede leer.`,
    'commitment-twice': ({ name }: FindingFacts) => `${name} fijó su secreto dos veces.`,
    'commitment-late': ({ name }: FindingFacts) => `${name} fijó su secreto cuando ya se conocía alguno de los demás.`,
    'reveal-missing': ({ name }: FindingFacts) => `${name} no mostró su secreto.`,
    'reveal-broken': ({ name }: FindingFacts) => `El secreto de ${name} no se puede leer.`,
    'reveal-twice': ({ name }: FindingFacts) => `${name} mostró un secreto dos veces.`,
    'reveal-late': ({ name }: FindingFacts) => `El secreto de ${name} se mostró con la partida ya empezada.`,
    'secret-wrong': ({ name }: FindingFacts) => `El secreto de ${name} no es el que fijó al principio.`,
    'part-unasked': ({ name }: FindingFacts) => `${name} puso una parte que nadie esperaba.`,
    'own-part-changed': () => 'La parte de tu aparato no es la que envió.',
    'lots-wrong': ({ wanted, told }: FindingFacts) => `El sorteo de asientos daba ${wanted}, y se dijo ${told}.`,
    'seats-wrong': ({ wanted, told }: FindingFacts) =>
      `Los asientos no se sorteaban: tocaba ${wanted}, y se dijo ${told}.`,
    'throw-wrong': ({ number, wanted, told }: FindingFacts) =>
      `La tirada ${number} para empezar era ${wanted}, y se dijo ${told}.`,
    'throws-count': ({ wanted, told }: FindingFacts) =>
      `Para empezar hacían falta ${wanted} tiradas, y se contaron ${told}.`,
    'starter-wrong': ({ wanted, told }: FindingFacts) =>
      `Según las tiradas empezaba el asiento ${wanted}, y empezó el ${told}.`,
    'roll-wrong': ({ number, wanted, told }: FindingFacts) =>
      `En la jugada ${number} los dados daban ${wanted}, y se dijo ${told}.`,
  },
  server: 'el servidor',
  player: (n: number) => `la persona ${n}`,
  none: 'nada',
};

export type OnlineTexts = typeof onlineEs;
