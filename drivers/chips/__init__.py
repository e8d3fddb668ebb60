"""The spots of the felt: presence sensors, lamps and the buzzer."""
